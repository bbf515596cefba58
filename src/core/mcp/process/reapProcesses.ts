import { readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../shared/base/messageOf.ts';
import type { Logger } from '../../base/logger.ts';
import { processSpace, startTimesOf } from '../../base/process/processIdentity.ts';
import type { ProcessIdentity } from '../../base/process/processIdentity.ts';
import { parseRecord, recordFolder } from './processRecord.ts';
import type { ProcessRecord } from './processRecord.ts';
import { areGone, descendantsOf, signalTree } from './processTree.ts';

/** Steps of ending a tree: SIGTERM, SIGKILL. The end of its input came with that of its host. */
const patience = { terminateMs: 500, killMs: 400 };

/** A record that cannot be judged here, because another machine or container wrote it, is kept for so long. */
const keptForMs = 30 * 24 * 60 * 60 * 1_000;

interface FoundRecord extends ProcessRecord {
  readonly file: string;
}

/**
 * Ends the children of every process on this home that died without ending them itself. Only what is certain to be such
 * a child is touched: its number and its start are those that were recorded. Never rejects; takes a second at most
 * once the records are read.
 */
export async function reapProcesses(home: string, logger: Logger): Promise<void> {
  try {
    const records = await recordsIn(recordFolder(home));
    if (records.length === 0) return;
    const pids = records.flatMap(({ host, children }) => [host.pid, ...children.map(({ pid }) => pid)]);
    const times = await startTimesOf([process.pid, ...pids]);
    // Where the system does not answer, nothing is known to be dead.
    if (!times.has(process.pid)) return;
    const isAlive = ({ pid, startedAt }: ProcessIdentity): boolean => times.get(pid) === startedAt;
    await Promise.all(
      records
        .filter(({ host }) => !isAlive(host))
        .map(({ file, host, children }) => reap(file, host, children.filter(isAlive), logger)),
    );
  } catch (error) {
    logger.warn(`What Patchbay left running when it was killed could not be looked for: ${messageOf(error)}.`);
  }
}

async function reap(
  file: string,
  host: ProcessIdentity,
  left: readonly ProcessIdentity[],
  logger: Logger,
): Promise<void> {
  await Promise.all(left.map(({ pid }) => endTree(pid)));
  if (left.length > 0) {
    const numbers = left.map(({ pid }) => pid).join(', ');
    logger.info(`Ended servers that were left running when Patchbay (process ${host.pid}) was killed: ${numbers}.`);
  }
  await rm(file, { force: true });
}

async function endTree(pid: number): Promise<void> {
  const below = await descendantsOf(pid);
  await signalTree(pid, below, 'SIGTERM');
  if (await areGone(pid, below, patience.terminateMs)) return;
  await signalTree(pid, below, 'SIGKILL');
  await areGone(pid, below, patience.killMs);
}

/** The records that can be judged here. Others are removed when they are old. */
async function recordsIn(folder: string): Promise<FoundRecord[]> {
  const space = processSpace();
  const found = await Promise.all(
    (await namesIn(folder)).map(async (name): Promise<FoundRecord[]> => {
      const file = join(folder, name);
      try {
        const record = parseRecord(await readFile(file, 'utf8'));
        if (record?.space === space) return [{ ...record, file }];
        if (Date.now() - (await stat(file)).mtimeMs > keptForMs) await rm(file, { force: true });
      } catch (error) {
        // Its owner has ended well and removed it, or another Patchbay has.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
      return [];
    }),
  );
  return found.flat();
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
