/** The smallest PNG: one transparent pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]);
export const gif = Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1');
export const webp = Buffer.from('RIFF\x0c\x00\x00\x00WEBPVP8 ', 'latin1');

/** A PNG followed by zeros, of exactly this many bytes. */
export function pngOf(bytes: number): Buffer {
  const image = Buffer.alloc(bytes);
  png.copy(image);
  return image;
}
