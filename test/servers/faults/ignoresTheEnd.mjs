import { serve } from './plainServer.mjs';

// Neither the end of its input nor a polite signal ends it.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
setInterval(() => {}, 60_000);
serve({});
