import { once } from 'node:events';
import { silentLogger } from '../../src/core/base/logger.ts';
import { JsonFile } from '../../src/core/base/jsonFile.ts';
import * as z from 'zod/mini';

// `jsonFileWriter.ts FILE NAME COUNT` appends to a list in the file, one locked change after another, from the moment
// its parent says so: several of them begin together.
const [file = '', name, count] = process.argv.slice(2);
const json = new JsonFile<string[]>({ file, schema: z.array(z.string()), initial: [], logger: silentLogger });
process.send?.('ready');
await once(process, 'message');
process.disconnect();
for (let at = 0; at < Number(count); at++) await json.update((list) => [...list, `${name}-${at}`]);
