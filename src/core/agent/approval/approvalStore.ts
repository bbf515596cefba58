import * as z from 'zod/mini';
import type { JsonFile } from '../../base/jsonFile.ts';
import type { Allowance } from './allowance.ts';
import { allowanceSchema, describeChange, toAllowance } from './allowance.ts';
import type { Remembered } from './approvalPolicy.ts';
import type { LastingSubject } from './approvalSubject.ts';
import { subjectKey } from './approvalSubject.ts';

/** What `<home>/approvals.json` holds. An entry that does not parse allows nothing, and is kept for who wrote it. */
export const approvalsSchema = z.object({ allowances: z.array(z.unknown()) });
export type ApprovalRecords = z.infer<typeof approvalsSchema>;

/** The standing allowances of a person: "Always allow", listed and revocable (contract §6). */
export class ApprovalStore {
  readonly #file: JsonFile<ApprovalRecords>;

  constructor(file: JsonFile<ApprovalRecords>) {
    this.#file = file;
  }

  /** What was allowed of a subject. Rejects when the file cannot be read. */
  async recall(subject: LastingSubject): Promise<Remembered> {
    const allowances = await this.list();
    const key = subjectKey(subject);
    if (allowances.some((allowance) => allowance.key === key)) return { kind: 'allowed' };
    if (subject.kind === 'resource') return { kind: 'none' };
    const earlier = allowances
      .filter((allowance) => allowance.kind === 'tool')
      .findLast((allowance) => isSameTool(allowance, subject));
    return earlier ? { kind: 'changed', difference: describeChange(earlier, subject.tool) } : { kind: 'none' };
  }

  /** Remembers an allowance; one of an earlier definition of the same tool ends. */
  async remember(subject: LastingSubject, at: number): Promise<void> {
    const added = toAllowance(subject, at);
    await this.#keep((entry) => {
      if (entry?.key === added.key) return false;
      return !(subject.kind === 'tool' && entry?.kind === 'tool' && isSameTool(entry, subject));
    }, added);
  }

  /** All standing allowances, in the order in which they were given. */
  async list(): Promise<readonly Allowance[]> {
    const { allowances } = await this.#file.read();
    return allowances.map(parseEntry).filter((entry) => entry !== undefined);
  }

  /** Ends one allowance, named by its key. */
  async revoke(key: string): Promise<void> {
    await this.#keep((entry) => entry?.key !== key);
  }

  async #keep(isKept: (entry: Allowance | undefined) => boolean, ...added: readonly Allowance[]): Promise<void> {
    await this.#file.update(({ allowances }) => ({
      allowances: [...allowances.filter((entry) => isKept(parseEntry(entry))), ...added],
    }));
  }
}

function parseEntry(entry: unknown): Allowance | undefined {
  return allowanceSchema.safeParse(entry).data;
}

function isSameTool(
  allowance: Extract<Allowance, { kind: 'tool' }>,
  { server, tool }: Extract<LastingSubject, { kind: 'tool' }>,
): boolean {
  return (
    allowance.scope === server.scope &&
    allowance.file === server.source.file &&
    allowance.server === server.name &&
    allowance.tool === tool.name
  );
}
