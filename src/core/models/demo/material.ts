/** A resource's text in the conversation, with where it came from as far as the host's first lines say. */
export interface DemoMaterial {
  readonly uri: string;
  readonly server: string | undefined;
  readonly text: string;
}

const quotedUri = /"((?:[^"\\]|\\.)*:(?:[^"\\]|\\.)*)"/;
const labelledUri = /\buri\b\s*[:=]\s*(\S+:\S+)/i;
const serverPattern = /\bserver\b[\s:=]*["'`]?([\w.-]+)/i;

/** Lines in which the host says what the material is. */
const headingLines = 3;
/** A prompt's text may be one endless line; the host's headings are not. */
const headingChars = 4_000;

/**
 * Reads a message that the host put in as material: its first lines name a server and a URI, and the text follows,
 * inside tags or not. Undefined for anything else, such as a prompt's text.
 */
export function asMaterial(message: string): DemoMaterial | undefined {
  const lines = message.split('\n');
  const heading = lines.slice(0, headingLines).join('\n').slice(0, headingChars);
  const server = serverPattern.exec(heading)?.[1];
  const uri = uriIn(heading);
  if (server === undefined || uri === undefined) return undefined;
  return { uri, server, text: bodyOf(lines) };
}

/** The same for a tool's result, where a line of the host begins with "Resource"; a note may stand before it. */
export function resultMaterial(result: string): DemoMaterial | undefined {
  const lines = result.split('\n');
  const index = lines.slice(0, headingLines).findIndex((line) => line.startsWith('Resource '));
  const heading = lines[index]?.slice(0, headingChars);
  const uri = heading === undefined ? undefined : uriIn(heading);
  if (heading === undefined || uri === undefined) return undefined;
  return {
    uri,
    server: serverPattern.exec(heading)?.[1],
    text: lines
      .slice(index + 1)
      .join('\n')
      .trim(),
  };
}

/** URIs stand in JSON strings or after a label; a mention in a prompt's text is neither. */
function uriIn(heading: string): string | undefined {
  const quoted = quotedUri.exec(heading)?.[1]?.replace(/\\(["\\/])/g, '$1');
  return quoted ?? labelledUri.exec(heading)?.[1]?.replace(/[.,;)]+$/, '');
}

/** Everything after the heading, without the tags around it. */
function bodyOf(lines: readonly string[]): string {
  const opening = lines.findIndex((line) => /^<[^/][^>]*>\s*$/.test(line));
  const blank = lines.findIndex((line) => line.trim() === '');
  const start = opening !== -1 ? opening + 1 : blank !== -1 ? blank + 1 : 1;
  const body = lines.slice(start);
  const closing = opening === -1 ? -1 : body.findLastIndex((line) => /^<\/[^>]+>\s*$/.test(line));
  return (closing === -1 ? body : body.slice(0, closing)).join('\n').trim();
}
