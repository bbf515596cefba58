/** Characters of an error body that are read; the rest is of no use and may be endless. */
const limit = 20_000;

/**
 * The body of a failed answer: parsed JSON, or `{message}` when it is plain text, or `undefined` when it says nothing
 * a person could use (empty, or a web page). Never rejects; a body that breaks off counts as far as it came.
 */
export async function errorBody(response: Response): Promise<unknown> {
  const text = (await boundedText(response)).trim();
  if (text === '' || text.startsWith('<')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
}

async function boundedText(response: Response): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  try {
    // Leaving the loop early cancels the body.
    for await (const bytes of response.body as AsyncIterable<Uint8Array>) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length >= limit) break;
    }
  } catch {
    return text;
  }
  return text.slice(0, limit);
}
