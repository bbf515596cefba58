import { writeSync } from 'node:fs';
import { createRuntime } from '../../../src/core/runtime.ts';
import { crashOptions } from './crashOptions.ts';

/**
 * A process that runs one turn and may be killed at any moment of it. Writes the id of its conversation, `begun` with the
 * first event of the turn, and `ended` with the last.
 */
const [home = '', model = ''] = process.argv.slice(2);
const runtime = await createRuntime(crashOptions(home, model));
const thread = await runtime.newThread();
writeSync(1, `${thread.id}\n`);
thread.onDidAppend(({ type }) => {
  if (type === 'turnStarted') writeSync(1, 'begun\n');
});
const outcome = await thread.submit('Carry out all steps');
if (outcome.status === 'started') await outcome.done;
await runtime.dispose();
writeSync(1, 'ended\n');
