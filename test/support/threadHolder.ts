import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '../../src/core/base/logger.ts';
import { ThreadStore } from '../../src/core/threads/threadStore.ts';

/**
 * This file: `node threadHolder.ts STORAGE ID` opens a thread as another window does, is in the middle of a call, says
 * "open" and stays; when it cannot, it says the code of the error.
 */
export const threadHolder = fileURLToPath(import.meta.url);

if (process.argv[1] === threadHolder) await main(process.argv.slice(2));

async function main([storage = '', id = '']: readonly string[]): Promise<void> {
  const store = new ThreadStore({ storage, now: Date.now, newId: randomUUID, logger: silentLogger });
  try {
    const { log } = await store.open(id);
    const ofCall = { turnId: 'held-turn', toolCallId: 'held-call' };
    log.append({ type: 'turnStarted', at: Date.now(), turnId: 'held-turn', text: 'Held' });
    log.append({
      type: 'toolCallReady',
      at: Date.now(),
      ...ofCall,
      name: 'mcp__tour__book',
      target: { kind: 'tool', server: 'tour', tool: 'book' },
      input: {},
    });
    log.append({ type: 'toolCallRunning', at: Date.now(), ...ofCall });
    await log.flush();
    process.stdout.write('open\n');
    process.stdin.resume();
  } catch (error) {
    process.stdout.write(`${String((error as { code?: unknown }).code)}\n`);
  }
}
