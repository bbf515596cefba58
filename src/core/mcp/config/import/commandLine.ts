/** A command as a shell would start it. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  /** Assignments in front of it. */
  readonly env: Readonly<Record<string, string>>;
}

/** Pieces of a line; pieces without blanks between them are one word. What stands for more than one command is none. */
const posixPiece =
  /(?<blank>[^\S\n]+)|\\\r?\n|'(?<literal>[^']*)'|"(?<quoted>(?:\\.|[^"\\])*)"|\\(?<escaped>.)|(?<bare>[^\s'"\\|;&<>`()]+)/suy;
/** There, a backslash is part of a path. */
const windowsPiece =
  /(?<blank>[^\S\n]+)|\^\r?\n|'(?<literal>[^']*)'|"(?<quoted>(?:\\"|[^"])*)"|(?<bare>(?:\\"|[^\s'"|;&<>`^()])+)/suy;

/**
 * Takes a pasted line apart, as a shell would: words, both kinds of quotes, escapes, lines that go on, assignments in
 * front, a prompt sign. `$NAME` becomes `${NAME}`, since no shell will be there to expand it. Undefined for what is more
 * than one command, or has an open quote.
 */
export function parseCommandLine(text: string, platform: NodeJS.Platform): CommandLine | undefined {
  const line = text.trim().replace(/^[$>%]\s+/u, '');
  const words =
    platform === 'win32' ? wordsOf(line, windowsPiece, /\\(")/gu) : wordsOf(line, posixPiece, /\\(["\\$`])/gu);
  if (!words) return undefined;
  const assignments = words.findIndex((word) => !/^[A-Za-z_]\w*=/u.test(word));
  const [command, ...args] = assignments < 0 ? [] : words.slice(assignments);
  if (command === undefined) return undefined;
  const env = words.slice(0, assignments).map((word) => {
    const at = word.indexOf('=');
    return [word.slice(0, at), word.slice(at + 1)] as const;
  });
  return { command, args, env: Object.fromEntries(env) };
}

function wordsOf(line: string, piece: RegExp, escapes: RegExp): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at = piece.lastIndex) {
    piece.lastIndex = at;
    const groups = piece.exec(line)?.groups;
    if (!groups) return undefined;
    const { blank, literal, quoted, escaped, bare } = groups;
    const expanded = quoted ?? bare;
    const text =
      expanded === undefined
        ? (literal ?? escaped)
        : expanded.replace(/(?<!\\)\$([A-Za-z_]\w*)/gu, '${$1}').replace(escapes, '$1');
    if (text !== undefined) word = (word ?? '') + text;
    if (blank !== undefined && word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}
