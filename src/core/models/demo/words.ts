const stopWords = new Set(
  (
    'a about above all am an and any are as at be been but by can could did do does for from get give had has have ' +
    'how i if in into is it its know like make many may me much must my need no not of on one or our please say says ' +
    'should show so some tell than that the their them then there these they this to up us use want was we were what ' +
    'when where which who why will with would you your'
  ).split(' '),
);

/** The words of a text that carry its meaning, in lower case, without accents and simple endings, each once. */
export function contentWords(text: string): string[] {
  return [
    ...new Set(
      wordsOf(text)
        .filter((word) => !stopWords.has(word))
        .map(stem),
    ),
  ];
}

/** Every word and number of a text in lower case. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Cuts the endings that most often part a question's word from the text's: hotels, cities, booking, booked. */
export function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith('ed')) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
