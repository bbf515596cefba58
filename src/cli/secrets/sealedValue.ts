import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts a value with AES-256-GCM, bound to its name: moved under another one, it cannot be read. Gives base64. */
export function seal(key: Uint8Array, name: string, value: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Undefined for what was sealed with another key or under another name, or was changed since. */
export function unseal(key: Uint8Array, name: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, nonceBytes);
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
  if (tag.length < tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(name)).setAuthTag(tag);
  try {
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
