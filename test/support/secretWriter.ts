import { once } from 'node:events';
import { LocalSecrets } from '../../src/cli/secrets/localSecrets.ts';
import { silentLogger } from '../../src/core/base/logger.ts';

// `secretWriter.ts HOME NAME COUNT` keeps secrets, one after another, from the moment its parent says so: several of
// them begin together.
const [home = '', name, count] = process.argv.slice(2);
const secrets = new LocalSecrets({ home, environment: { PATCHBAY_KEYRING: 'off' }, logger: silentLogger });
process.send?.('ready');
await once(process, 'message');
process.disconnect();
for (let at = 0; at < Number(count); at++) await secrets.set(`${name}-${at}`, `value of ${name}-${at}`);
