import { serve, text, tool } from './faults/plainServer.mjs';

/** One tool, whose every result is a text of a million characters. */
const megabyte = 'A line of a long report about trains.\n'.repeat(30_000).slice(0, 1_000_000);

serve({
  'tools/list': () => ({ tools: [tool('report')] }),
  'tools/call': () => text(megabyte),
});
