import { join } from 'node:path';
import * as z from 'zod/mini';
import type { ProcessIdentity } from '../../base/process/processIdentity.ts';

const identitySchema = z.object({ pid: z.int().check(z.positive()), startedAt: z.string().check(z.minLength(1)) });
const lineSchema = z.union([
  z.object({ space: z.string(), host: identitySchema }),
  z.object({ started: identitySchema }),
  z.object({ ended: z.number() }),
]);

/** One line of a record: the first says whose it is, each of the others that a child started or ended. */
export type ProcessRecordLine = z.infer<typeof lineSchema>;

/** A process that starts servers, and those of its children that have not ended as far as it could tell. */
export interface ProcessRecord {
  /** `processSpace` of the host. */
  readonly space: string;
  readonly host: ProcessIdentity;
  /** Each leads a process group (POSIX). */
  readonly children: readonly ProcessIdentity[];
}

/** Where the records of all processes lie that share a home. */
export function recordFolder(home: string): string {
  return join(home, 'processes');
}

/** Undefined where it does not say whose record it is. Lines that cannot be read, as a torn last one, are left out. */
export function parseRecord(text: string): ProcessRecord | undefined {
  const children = new Map<number, ProcessIdentity>();
  let owner: { space: string; host: ProcessIdentity } | undefined;
  for (const line of text.split('\n').flatMap(parseLine)) {
    if ('host' in line) owner = line;
    else if ('started' in line) children.set(line.started.pid, line.started);
    else children.delete(line.ended);
  }
  return owner && { ...owner, children: [...children.values()] };
}

function parseLine(text: string): ProcessRecordLine[] {
  try {
    const parsed = z.safeParse(lineSchema, JSON.parse(text));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}
