/**
 * Words as a shell has split them, as the text that a person would type after a slash command for the same: one
 * grammar reads both. A lone word that is a JSON object stays what it is.
 */
export function argumentText(words: readonly string[], declared: readonly string[]): string {
  const [first, ...others] = words;
  if (first?.startsWith('{') && others.length === 0) return first;
  return words.map((word) => typedWord(word, declared)).join(' ');
}

function typedWord(word: string, declared: readonly string[]): string {
  const name = declared.find((candidate) => word.startsWith(`${candidate}=`));
  return name === undefined ? typedValue(word) : `${name}=${typedValue(word.slice(name.length + 1))}`;
}

/** Quoted where it would otherwise be read as something else. Backslashes at the end would escape the closing quote. */
function typedValue(value: string): string {
  if (value !== '' && !/\s|^["'{]/u.test(value)) return value;
  const end = /\\*$/u.exec(value)?.index ?? value.length;
  return `"${value.slice(0, end).replaceAll('"', '\\"')}"${value.slice(end)}`;
}
