import { serve, tool } from './plainServer.mjs';

let page = 0;
serve({ 'tools/list': () => ({ tools: [tool(`tool-${page++}`)], nextCursor: 'again' }) });
