import { serve } from './plainServer.mjs';

// As when the system is out of memory.
serve({ 'tools/call': () => void process.kill(process.pid, 'SIGKILL') });
