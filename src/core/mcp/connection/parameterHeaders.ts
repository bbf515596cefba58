import { asObject } from '../../../shared/base/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/base/json.ts';

/** A parameter of a tool that its server wants to see as an HTTP header, too (S26 server/tools, `x-mcp-header`). */
interface HeaderDeclaration {
  /** From the arguments down to the value. */
  readonly path: readonly string[];
  /** The header is `Mcp-Param-<name>`. */
  readonly name: string;
}

/** What a tool declares, or what is wrong with it. */
export type HeaderDeclarations = { readonly declarations: readonly HeaderDeclaration[] } | { readonly fault: string };

const keyword = 'x-mcp-header';

/** RFC 9110 §5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const types: ReadonlySet<JsonValue | undefined> = new Set(['string', 'integer', 'boolean']);

/** Keywords with one schema or an array of them: what stands in there may or may not be part of the arguments. */
const branches = [
  ...['items', 'prefixItems', 'contains', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'],
  ...['propertyNames', 'oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else'],
];
/** Keywords with schemas by name. */
const namedBranches = ['patternProperties', 'dependentSchemas', '$defs', 'definitions'];

class Fault extends Error {}

/**
 * Reads which parameters of a tool are mirrored into headers. A declaration is valid only on a string, integer or
 * boolean that is reached through `properties` alone, and under a name of its own; one that is not makes the whole tool
 * invalid (S26 server/tools, "x-mcp-header").
 */
export function headerDeclarations(inputSchema: JsonObject): HeaderDeclarations {
  const declarations: HeaderDeclaration[] = [];
  try {
    collect(inputSchema, [], true, declarations);
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
  const names = declarations.map(({ name }) => name.toLowerCase());
  const twice = declarations.find(({ name }, index) => names.indexOf(name.toLowerCase()) !== index);
  return twice ? { fault: `two parameters ask for the header "${twice.name}"` } : { declarations };
}

/** The headers for one call. A value that is missing, null or of another type has none. */
export function parameterHeaders(
  declarations: readonly HeaderDeclaration[],
  args: JsonObject,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    declarations.flatMap(({ path, name }): [string, string][] => {
      const text = headerText(path.reduce<JsonValue | undefined>((value, key) => ownValue(value, key), args));
      return text === undefined ? [] : [[`Mcp-Param-${name}`, encoded(text)]];
    }),
  );
}

function collect(
  schema: JsonValue | undefined,
  path: readonly string[],
  isReachable: boolean,
  declarations: HeaderDeclaration[],
): void {
  const node = asObject(schema);
  if (!node) return;
  if (Object.hasOwn(node, keyword)) declarations.push(declarationOf(node, path, isReachable));
  for (const [key, child] of Object.entries(asObject(node['properties']) ?? {})) {
    collect(child, [...path, key], isReachable, declarations);
  }
  for (const key of branches) {
    const branch = node[key];
    for (const child of Array.isArray(branch) ? branch : [branch]) collect(child, [...path, key], false, declarations);
  }
  for (const key of namedBranches) {
    for (const child of Object.values(asObject(node[key]) ?? {})) collect(child, [...path, key], false, declarations);
  }
}

function declarationOf(node: JsonObject, path: readonly string[], isReachable: boolean): HeaderDeclaration {
  const where = `"${keyword}" at ${path.join('.') || 'the top'}`;
  const name = node[keyword];
  if (!isReachable || path.length === 0)
    throw new Fault(`${where} is not on a parameter reached by "properties" alone`);
  if (typeof name !== 'string' || !token.test(name)) throw new Fault(`${where} is not a name for a header`);
  if (!types.has(node['type'])) throw new Fault(`${where} is not on a string, an integer or a boolean`);
  return { path, name };
}

function ownValue(value: JsonValue | undefined, key: string): JsonValue | undefined {
  const object = asObject(value);
  return object && Object.hasOwn(object, key) ? object[key] : undefined;
}

function headerText(value: JsonValue | undefined): string | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'boolean':
      return String(value);
    case 'number':
      // A whole number that a double cannot hold would be another one in the header than in the body.
      return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
        ? String(value)
        : undefined;
    default:
      return undefined;
  }
}

/** As it is where a header can hold it byte for byte, else the specification's form of Base64. */
function encoded(text: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim();
  if (isPlain && !(text.startsWith('=?base64?') && text.endsWith('?='))) return text;
  return `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
