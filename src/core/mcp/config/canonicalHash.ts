import { createHash } from 'node:crypto';

/** JSON with the keys of every object sorted, so that equal values have equal text. `undefined` is left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    const entries = Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1));
    // A null prototype: a server may name a property `__proto__`.
    return Object.assign(Object.create(null) as object, Object.fromEntries(entries));
  });
}

/** SHA-256 (hex) over the canonical JSON of a value. */
export function canonicalHash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
