/** Text in which case, accents and the width of letters make no difference, for finding one text in another. */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/gu, '')
      // Through upper case, so that one letter which stands for two, such as ß, is found by these.
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
  );
}

/** Where the letter begins, in the text itself, that stands at an index of the folded text. */
export function unfoldedIndex(text: string, foldedIndex: number): number {
  let folded = 0;
  let index = 0;
  for (const letter of text) {
    folded += foldText(letter).length;
    if (folded > foldedIndex) return index;
    index += letter.length;
  }
  return text.length;
}
