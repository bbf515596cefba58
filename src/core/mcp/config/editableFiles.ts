import { ConfigEditError } from './configEditError.ts';
import { readConfigFile } from './configFile.ts';
import { configSources } from './configScopes.ts';
import type { ConfigLocations, ConfigSource } from './configScopes.ts';
import type { ServerDefinition } from './serverDefinition.ts';
import type { EditableScope } from './serverEdits.ts';

/** Which file an edit belongs to. All throw a `ConfigEditError` where there is none. */
export class EditableFiles {
  readonly #locations: ConfigLocations;

  constructor(locations: ConfigLocations) {
    this.#locations = locations;
  }

  /** All files that are or could be read, in ascending rank. */
  sources(): readonly ConfigSource[] {
    return configSources({ ...this.#locations, isStrict: false });
  }

  /** A definition of a file with a higher rank wins. */
  rank(file: string): number {
    return this.sources().findIndex((source) => source.file === file);
  }

  /** The file that a scope's servers are added to. */
  ofScope(scope: EditableScope): ConfigSource {
    const { workspaceFolder, isTrusted } = this.#locations;
    if (scope !== 'user' && workspaceFolder === undefined) {
      throw new ConfigEditError('not_editable', `The scope ${scope} needs a folder, and none is open. Open one.`);
    }
    if (scope !== 'user' && !isTrusted()) {
      throw new ConfigEditError('not_editable', 'The workspace is not trusted. Trust it before adding servers to it.');
    }
    const sources = this.sources();
    // In the person's home folder, the local file is the person's own.
    const found = sources.find((it) => it.scope === scope) ?? sources.find((it) => it.scope === 'user');
    if (found) return found;
    throw new ConfigEditError('not_editable', `There is no file for the scope ${scope}.`);
  }

  /** The file that defines a server. */
  inUse({ name, source }: ServerDefinition): ConfigSource {
    const found = this.sources().find(({ file, scope }) => file === source.file && scope !== 'session');
    if (found) return found;
    const message = `"${name}" was given for this session by ${source.file}, which is not changed. Edit it by hand.`;
    throw new ConfigEditError('not_editable', message, source);
  }

  /** The file of a scope that has a server; of several project files the nearest. */
  async withServer(name: string, scope: EditableScope): Promise<ConfigSource> {
    const ofScope = this.sources().filter((source) => source.scope === scope);
    for (const source of ofScope.toReversed()) {
      const { entries, isBroken } = await readConfigFile(source);
      if (isBroken || entries.some((entry) => entry.name === name)) return source;
    }
    throw new ConfigEditError('unknown_server', `There is no server "${name}" in the scope ${scope}.`);
  }
}
