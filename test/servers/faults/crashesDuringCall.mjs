import { serve, text } from './plainServer.mjs';

serve({
  'tools/call': ({ arguments: { crash } }) => {
    if (!crash) return text('fine');
    process.stderr.write('Segmentation fault, so to speak.\n');
    process.exit(139);
  },
});
