import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import type { ServerScope } from './serverDefinition.ts';

/** Many thousand servers. */
const maxBytes = 10 * 1024 * 1024;

/**
 * The text of a configuration file or of an `envFile` that such a file names. What comes with a clone is read before a
 * person has said yes to anything, and may be a link to a device or name a pipe: of it only ordinary files of a sane
 * size are read, so that nothing waits or reads for ever. A person's own files, and those that a command was given, may
 * be pipes. Rejects with the system's error, or with one that says why a file is not read.
 */
export function readSourceText(file: string, scope: ServerScope): Promise<string> {
  return scope === 'project' || scope === 'local' ? readOrdinaryFile(file) : readFile(file, 'utf8');
}

async function readOrdinaryFile(file: string): Promise<string> {
  // Opening a pipe would wait for somebody who writes to it.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error('it is no ordinary file');
    // Not by the size it claims: some files of the system have none.
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Error('it is larger than 10 MB');
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    await handle.close();
  }
}
