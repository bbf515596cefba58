import { access } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { JsonFile } from '../../base/jsonFile.ts';
import type { Allowance, ToolAllowance, Withdrawal } from './allowance.ts';
import { allowanceSchema, isOfTool, toAllowance, toPin, toWithdrawal, withdrawalSchema } from './allowance.ts';
import type { Remembered } from './approvalPolicy.ts';
import type { LastingSubject, ToolSubject } from './approvalSubject.ts';
import { isAlwaysAllowed, subjectKey } from './approvalSubject.ts';
import { describeChange } from './definitionChange.ts';

/** What `<home>/approvals.json` holds. An entry that does not parse allows nothing, and is kept for who wrote it. */
export const approvalsSchema = z.object({ allowances: z.array(z.unknown()) });
export type ApprovalRecords = z.infer<typeof approvalsSchema>;

const entrySchema = z.union([allowanceSchema, withdrawalSchema]);
type Entry = z.infer<typeof entrySchema>;

/**
 * The standing allowances: each "Always allow" of a person, and the definition of each tool that `alwaysAllow` of a
 * configuration lets run (contract §6). The file is read for each decision, so what is revoked in one window holds at
 * once in all.
 */
export class ApprovalStore {
  readonly #file: JsonFile<ApprovalRecords>;
  /** Definitions that could not be written down. They bind for as long as this process lives. */
  readonly #unsaved = new Map<string, Allowance>();

  constructor(file: JsonFile<ApprovalRecords>) {
    this.#file = file;
  }

  /** What was allowed of a subject. Rejects when the file cannot be read. */
  async recall(subject: LastingSubject): Promise<Remembered> {
    const { allowances } = await this.#file.read();
    return judge(subject, [...allowances.map(parseEntry), ...this.#unsaved.values()]);
  }

  /** Remembers an allowance; one of an earlier definition of the same tool ends. */
  async remember(subject: LastingSubject, at: number): Promise<void> {
    const added = toAllowance(subject, at);
    await this.#keep((entry) => {
      if (subject.kind === 'tool') return !(entry && entry.kind !== 'resource' && isOfTool(entry, subject));
      return !(entry?.kind === 'resource' && entry.key === added.key);
    }, added);
    if (subject.kind === 'tool') this.#unsaved.delete(toolKey(subject));
  }

  /**
   * Binds what `alwaysAllow` of the configuration says of a tool to its present definition, unless something is known of
   * the tool by now, and resolves to what is. When nothing can be written it rejects, and the definition binds for as
   * long as this process lives.
   */
  async pin(subject: ToolSubject, at: number): Promise<Remembered> {
    const pin = toPin(subject, at);
    this.#unsaved.set(toolKey(subject), pin);
    const gone = await this.#filesGone();
    const { allowances } = await this.#file.update((records) => {
      const kept = records.allowances.filter((entry) => !isOfGoneFile(parseEntry(entry), gone));
      const isKnown = judge(subject, kept.map(parseEntry)).kind !== 'unpinned';
      return isKnown ? records : { allowances: [...kept, pin] };
    });
    this.#unsaved.delete(toolKey(subject));
    return judge(subject, allowances.map(parseEntry));
  }

  /** All standing allowances, in the order in which they were given. */
  async list(): Promise<readonly Allowance[]> {
    const { allowances } = await this.#file.read();
    const saved = allowances.map(parseEntry).filter((entry) => entry !== undefined && entry.kind !== 'withdrawn');
    return [...saved, ...this.#unsaved.values()];
  }

  /** Ends one allowance, named by its key. A tool that its configuration always allows asks from then on. */
  async revoke(key: string): Promise<void> {
    const revoked = (await this.list()).find((entry) => entry.key === key);
    const isRevoked = (entry: Entry | undefined): boolean => entry?.kind !== 'withdrawn' && entry?.key === key;
    const added = revoked?.kind === 'tool' ? [toWithdrawal(revoked)] : [];
    await this.#keep((entry) => !isRevoked(entry), ...added);
    for (const [name, pin] of this.#unsaved) if (pin.key === key) this.#unsaved.delete(name);
  }

  async #keep(isKept: (entry: Entry | undefined) => boolean, ...added: readonly Entry[]): Promise<void> {
    await this.#file.update(({ allowances }) => ({
      allowances: [...allowances.filter((entry) => isKept(parseEntry(entry))), ...added],
    }));
  }

  /** Files of single sessions, as scripts write them for a run each, that are not there any more. */
  async #filesGone(): Promise<ReadonlySet<string>> {
    const pins = (await this.list()).filter((entry) => isSessionPin(entry));
    const files = [...new Set(pins.map(({ file }) => file))];
    const isGone = await Promise.all(
      files.map((file) =>
        access(file).then(
          () => false,
          () => true,
        ),
      ),
    );
    return new Set(files.filter((_, index) => isGone[index]));
  }
}

function judge(subject: LastingSubject, entries: readonly (Entry | undefined)[]): Remembered {
  const key = subjectKey(subject);
  if (subject.kind === 'resource') {
    return { kind: entries.some((entry) => entry?.kind === 'resource' && entry.key === key) ? 'allowed' : 'none' };
  }
  const ofTool = entries.filter(
    (entry): entry is ToolAllowance | Withdrawal =>
      entry !== undefined && entry.kind !== 'resource' && isOfTool(entry, subject),
  );
  const isConfigured = isAlwaysAllowed(subject);
  const allowances = ofTool
    .filter((entry) => entry.kind === 'tool')
    .filter(({ origin }) => isConfigured || origin !== 'configuration');
  if (allowances.some((entry) => entry.key === key)) return { kind: 'allowed' };
  const earlier = allowances.at(-1);
  if (earlier) {
    const by = earlier.origin ?? 'person';
    return { kind: 'changed', by, difference: describeChange(earlier.definition, subject.tool) };
  }
  if (!isConfigured) return { kind: 'none' };
  return { kind: ofTool.some((entry) => entry.kind === 'withdrawn') ? 'withdrawn' : 'unpinned' };
}

function parseEntry(entry: unknown): Entry | undefined {
  return entrySchema.safeParse(entry).data;
}

function isSessionPin(entry: Entry): boolean {
  return entry.kind === 'tool' && entry.origin === 'configuration' && entry.scope === 'session';
}

function isOfGoneFile(entry: Entry | undefined, gone: ReadonlySet<string>): boolean {
  return entry !== undefined && isSessionPin(entry) && gone.has(entry.file);
}

function toolKey({ server, tool }: ToolSubject): string {
  return JSON.stringify([server.scope, server.source.file, server.name, tool.name]);
}
