import { contentWords } from './words.ts';

/** A piece of a text: what stands under one heading, or a paragraph of a text without headings. */
export interface Section {
  /** Empty for what stands before the first heading. */
  readonly heading: string;
  readonly body: string;
}

/** Splits Markdown at its headings, other text at its blank lines. */
export function sectionsOf(text: string): Section[] {
  const headings = [...text.matchAll(/^#{1,6} (.*)$/gm)];
  if (headings.length === 0) {
    return text.split(/\n\s*\n/).map((body) => ({ heading: '', body: body.trim() }));
  }
  const before: Section = { heading: '', body: text.slice(0, headings[0]?.index).trim() };
  const under = headings.map((match, index): Section => {
    const body = text.slice(match.index + match[0].length, headings[index + 1]?.index).trim();
    return { heading: match[1]?.trim() ?? '', body };
  });
  return [before, ...under].filter(({ heading, body }) => heading !== '' || body !== '');
}

export interface ScoredSection {
  readonly section: Section;
  /** 0 when no word of the question occurs. */
  readonly score: number;
}

/**
 * The sections by how well they fit the question, the best first; equals stay in the order of the text. A word in the
 * heading counts three times, and words that the title has too do not tell the sections apart, so they count only
 * when the question has no others.
 */
export function rankedSections(text: string, question: string, title: string): ScoredSection[] {
  const asked = contentWords(question);
  const common = new Set(contentWords(title));
  const telling = asked.filter((word) => !common.has(word));
  const wanted = telling.length > 0 ? telling : asked;
  return sectionsOf(text)
    .map((section) => ({ section, score: section.body === '' ? 0 : scoreOf(section, wanted) }))
    .sort((one, other) => other.score - one.score);
}

function scoreOf({ heading, body }: Section, wanted: readonly string[]): number {
  const inHeading = new Set(contentWords(heading));
  const inBody = new Set(contentWords(body));
  return wanted.reduce((sum, word) => sum + (inHeading.has(word) ? 3 : 0) + (inBody.has(word) ? 1 : 0), 0);
}
