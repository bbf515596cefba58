import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { serve, text, tool } from './faults/plainServer.mjs';

/** Writes down each step that it carries out, before it answers, so that nothing it did can be denied. */
const [file = ''] = process.argv.slice(2);
const steps = {
  type: 'object',
  properties: { label: { type: 'string' } },
  required: ['label'],
};

serve({
  'tools/list': () => ({
    tools: [
      { ...tool('step'), inputSchema: steps },
      { ...tool('look'), inputSchema: steps, annotations: { readOnlyHint: true } },
    ],
  }),
  'tools/call': async ({ arguments: { label } }) => {
    appendFileSync(file, `${label}\n`);
    // Long enough that a process can end between the deed and its answer.
    await delay(4);
    return text(`result of ${label} ${'.'.repeat(2_000)}`);
  },
});
