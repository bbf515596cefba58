const mention = /(?<![\w@])@(?:"[^"]*"|[\w.-]+:[^\s)\]}>"'”’»]+)/g;
const anyUri = /(?<![\w.+-])[a-z][a-z0-9+.-]*:\/\/[^\s<>"'`”’»)\]}]+/gi;
/** A URI without slashes counts only where a person says to read it. */
const readUri = /\b(?:read|open|fetch|quote)\s+(?:the\s+)?(?:resource\s+)?["'`]?([a-z][a-z0-9+.-]+:[^\s<>"'`)\]}]+)/i;

/** Mentions (`@server:uri`, contract §5) as they were typed. */
export function mentionsIn(text: string): string[] {
  return (text.match(mention) ?? []).map(withoutPunctuation);
}

export function withoutMentions(text: string): string {
  return text.replace(mention, ' ');
}

/** The first URI that a person named in plain words, not as a mention. */
export function typedUri(text: string): string | undefined {
  const plain = withoutMentions(text);
  const found = plain.match(anyUri)?.[0] ?? readUri.exec(plain)?.[1];
  return found === undefined ? undefined : withoutPunctuation(found);
}

function withoutPunctuation(uri: string): string {
  return uri.replace(/[.,;:!?。，；：！？、…]+$/u, '');
}
