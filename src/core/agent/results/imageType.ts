/** An image type that models take (contract §4). */
export type ModelImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/**
 * The type of an image by its first bytes. The declared type is not asked: a provider refuses the whole conversation
 * when one image in it is not what it is called.
 */
export function imageType(bytes: Buffer): ModelImageType | undefined {
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  return undefined;
}
