import { silentLogger } from '../../src/core/base/logger.ts';
import { JsonFile } from '../../src/core/base/jsonFile.ts';
import * as z from 'zod/mini';

// `node jsonFileWriter.ts FILE NAME COUNT` appends to a list in the file, one locked change after another.
const [file = '', name, count] = process.argv.slice(2);
const json = new JsonFile<string[]>({ file, schema: z.array(z.string()), initial: [], logger: silentLogger });
for (let at = 0; at < Number(count); at++) await json.update((list) => [...list, `${name}-${at}`]);
