import { withoutMentions } from './typedUris.ts';

/** Words that stand where a server's name could and are none. */
const noNames = new Set(
  'a all an and any document file here it me my page resource resources server servers that the there this tool tools with you your'.split(
    ' ',
  ),
);

/** The server that a person named: one of the known ones, or whatever stands after "from", "on" or "server". */
export function namedServer(text: string, known: readonly string[]): string | undefined {
  const plain = withoutMentions(text).replace(/[a-z][a-z0-9+.-]*:\S+/gi, ' ');
  const words = plain.match(/[\p{L}\p{N}_.-]+/gu)?.map((word) => word.replace(/^[.-]+|[.-]+$/g, '')) ?? [];
  const mentioned = known.find((server) => words.some((word) => word.toLowerCase() === server.toLowerCase()));
  if (mentioned !== undefined) return mentioned;
  const after = /\b(?:from|on|at|via|through)\s+(?:the\s+)?(?:server\s+)?["'`]?([\w.-]*\w)/gi;
  const before = /\bserver\s+["'`]?([\w.-]*\w)|["'`]?([\w.-]*\w)["'`]?\s+server\b/gi;
  const candidates = [...plain.matchAll(after), ...plain.matchAll(before)].map((match) => match[1] ?? match[2]);
  return candidates.find((word) => word !== undefined && !noNames.has(word.toLowerCase()));
}
