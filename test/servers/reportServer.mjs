import { serve, text, tool } from './faults/plainServer.mjs';

/** One tool, whose every result is another text of a million characters. */
const line = 'A line of a long report about trains.\n'.repeat(30_000);
let count = 0;

serve({
  'tools/list': () => ({ tools: [tool('report')] }),
  'tools/call': () => {
    count += 1;
    return text(`Report ${count}\n${line}`.slice(0, 1_000_000));
  },
});
