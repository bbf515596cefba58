import { join } from 'node:path';
import * as z from 'zod/mini';
import { messageOf } from '../../../shared/base/messageOf.ts';
import { JsonFile } from '../../base/jsonFile.ts';
import type { Logger } from '../../base/logger.ts';
import { eraVerdictSchema } from './eraVerdict.ts';
import type { EraVerdict } from './eraVerdict.ts';

/** A server may have learned the other era meanwhile. */
const maxAgeMs = 7 * 24 * 60 * 60_000;

/** Enough for whoever tries many servers, and a file of some tens of kilobytes. */
const maxVerdicts = 400;

const datedSchema = z.extend(eraVerdictSchema, { at: z.number() });
type DatedVerdict = z.infer<typeof datedSchema>;

/** By the hash of the definition. Judged entry by entry: what one version cannot read must not cost the others. */
const fileSchema = z.record(z.string(), z.unknown());
type Entries = z.infer<typeof fileSchema>;

/**
 * What servers were found to speak, kept in `<home>/cache/eras.json` for a week from when they were asked, so that the
 * next start does not ask again. All processes share the file; a disk that fails costs a question, never a connection.
 */
export class EraVerdicts {
  readonly #file: JsonFile<Entries>;
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #known = new Map<string, DatedVerdict>();
  #loading: Promise<void> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(home: string, logger: Logger, now: () => number) {
    this.#file = new JsonFile({ file: join(home, 'cache', 'eras.json'), schema: fileSchema, initial: {}, logger });
    this.#logger = logger;
    this.#now = now;
  }

  /** Reads the file once. Never rejects: nothing is known then. */
  load(): Promise<void> {
    this.#loading ??= this.#file.read().then(
      (entries) => {
        for (const [hash, dated] of this.#current(entries)) if (!this.#known.has(hash)) this.#known.set(hash, dated);
      },
      (error: unknown) => this.#warn(error),
    );
    return this.#loading;
  }

  /** What was found at most a week ago, as far as it has been loaded. */
  of(hash: string): EraVerdict | undefined {
    const dated = this.#known.get(hash);
    return dated && this.#isCurrent(dated) ? { era: dated.era, transport: dated.transport } : undefined;
  }

  /** Keeps what a server was found to speak. What is known already keeps its date: it was used, not found again. */
  remember(hash: string, { era, transport }: EraVerdict): void {
    const known = this.of(hash);
    if (known?.era === era && known.transport === transport) return;
    const dated = { era, transport, at: this.#now() };
    this.#known.set(hash, dated);
    this.#update((entries) => ({ ...entries, [hash]: dated }));
  }

  /** Lets the server be asked anew at the next connection. */
  forget(hash: string): void {
    if (!this.#known.delete(hash)) return;
    this.#update((entries) => {
      const { [hash]: gone, ...rest } = entries;
      return gone === undefined ? entries : rest;
    });
  }

  /** Resolves when all is written. */
  settle(): Promise<void> {
    return this.#writing;
  }

  #update(change: (entries: Entries) => Entries): void {
    const written = this.#file.update((entries) => {
      const changed = change(entries);
      return changed === entries ? entries : Object.fromEntries(this.#current(changed));
    });
    const settled = written.then(
      () => undefined,
      (error: unknown) => this.#warn(error),
    );
    this.#writing = Promise.all([this.#writing, settled]).then(() => undefined);
  }

  /** What is sound and not too old, the newest, so that the file never grows without end. */
  #current(entries: Entries): [string, DatedVerdict][] {
    return Object.entries(entries)
      .flatMap(([hash, value]): [string, DatedVerdict][] => {
        const parsed = z.safeParse(datedSchema, value);
        return parsed.success && this.#isCurrent(parsed.data) ? [[hash, parsed.data]] : [];
      })
      .sort(([, one], [, other]) => other.at - one.at)
      .slice(0, maxVerdicts);
  }

  #isCurrent({ at }: DatedVerdict): boolean {
    const age = this.#now() - at;
    return age < maxAgeMs && age > -maxAgeMs;
  }

  #warn(error: unknown): void {
    this.#logger.warn(`What servers speak could not be kept, so they are asked again: ${messageOf(error)}`);
  }
}
