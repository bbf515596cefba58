/** In JSON text, an escaped backslash, or the escape of a surrogate: `JSON.stringify` writes only lone ones that way. */
const backslashOrSurrogate = /\\(?:\\|ud[89a-f][0-9a-f]{2})/gu;

/**
 * JSON text in which each lone surrogate, of keys too, is the replacement character U+FFFD: strict parsers refuse its
 * escape. `indent` as for `JSON.stringify`.
 */
export function wellFormedJson(value: object | string | number | boolean | null, indent?: number): string {
  return madeWellFormed(JSON.stringify(value, undefined, indent));
}

/** The same of JSON text that `JSON.stringify` wrote. */
export function madeWellFormed(json: string): string {
  return json.replace(backslashOrSurrogate, (found) => (found === '\\\\' ? found : '\ufffd'));
}
