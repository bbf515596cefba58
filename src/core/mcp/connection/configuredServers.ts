import { DisposableStore } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { Event } from '../../../shared/base/emitter.ts';
import type { DecidedDefinition } from '../config/decidedConfiguration.ts';
import { ConfiguredServer } from './configuredServer.ts';
import type { ServerSurroundings } from './configuredServer.ts';

/** All configured servers by name, in the order of the configuration. One that is configured still is the same one. */
export class ConfiguredServers {
  readonly #surroundings: ServerSurroundings;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #logged = this.#owned.add(new Emitter<{ readonly server: string; readonly line: string }>());
  readonly #updated = this.#owned.add(new Emitter<{ readonly server: string; readonly uri: string }>());
  /** Those that are not configured any more and have not ended yet. */
  readonly #leaving = new Set<Promise<void>>();
  #byName = new Map<string, ConfiguredServer>();

  /** Fires when one of them changed, or the set of them. */
  readonly onDidChange: Event<void> = this.#changed.event;
  readonly onDidLog: Event<{ readonly server: string; readonly line: string }> = this.#logged.event;
  readonly onDidUpdateResource: Event<{ readonly server: string; readonly uri: string }> = this.#updated.event;

  constructor(surroundings: ServerSurroundings) {
    this.#surroundings = surroundings;
  }

  get all(): readonly ConfiguredServer[] {
    return [...this.#byName.values()];
  }

  get(name: string): ConfiguredServer | undefined {
    return this.#byName.get(name);
  }

  /** Takes over a reading of the configuration: new servers come, those that are gone end in their own time. */
  update(definitions: readonly DecidedDefinition[]): void {
    const gone = this.#byName;
    this.#byName = new Map();
    for (const decided of definitions) {
      const { read, approval } = decided;
      const { name } = read.definition;
      const known = gone.get(name);
      this.#byName.set(name, known ?? this.#newServer(decided));
      known?.update(read, approval);
      gone.delete(name);
    }
    for (const server of gone.values()) {
      const leaving: Promise<void> = server.dispose().finally(() => this.#leaving.delete(leaving));
      this.#leaving.add(leaving);
    }
    this.#changed.fire();
  }

  /** Ends them all. Nobody is told any more. Resolves when no process is left, after 2 s at most. */
  async dispose(): Promise<void> {
    this.#owned.dispose();
    await Promise.all([...this.all.map((server) => server.dispose()), ...this.#leaving]);
  }

  #newServer({ read, approval }: DecidedDefinition): ConfiguredServer {
    const server = new ConfiguredServer(read, approval, this.#surroundings);
    const { name } = read.definition;
    server.onDidChange(() => this.#changed.fire());
    server.onDidUpdateResource((uri) => this.#updated.fire({ server: name, uri }));
    server.onDidLog((line) => this.#logged.fire({ server: name, line }));
    return server;
  }
}
