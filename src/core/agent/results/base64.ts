/** Decodes standard base64 with its padding; undefined for anything else, white space included. */
export function decodeBase64(data: string): Buffer | undefined {
  const bytes = Buffer.from(data, 'base64');
  // `Buffer.from` skips what it does not understand, so only the way back shows that it understood everything.
  return bytes.toString('base64') === data ? bytes : undefined;
}
