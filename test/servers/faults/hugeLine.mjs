import { serve, text } from './plainServer.mjs';

serve({ 'tools/call': ({ arguments: { megabytes } }) => text('x'.repeat(megabytes * 1024 * 1024)) });
