import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * The validator of each dialect of JSON Schema. A module of its own, to be loaded with `import()`: the names of a
 * CommonJS package are there after bundling only for a static import.
 */
export const dialects = { draft7: Ajv, draft2020: Ajv2020 };
