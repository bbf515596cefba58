import { serve } from './plainServer.mjs';

// Neither the end of its input nor a polite signal ends it before a minute has passed.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
setTimeout(() => process.exit(), 60_000);
serve({});
