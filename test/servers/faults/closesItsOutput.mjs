import { closeSync } from 'node:fs';
import { serve } from './plainServer.mjs';

// A call makes it close its output; it lives on, reads on and never says anything again.
setTimeout(() => process.exit(), 60_000);
serve({ 'tools/call': () => closeSync(1) });
