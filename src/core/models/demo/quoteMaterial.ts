import type { Behaviour, DemoAnswer } from './behaviour.ts';
import type { DemoMaterial } from './material.ts';
import { code, quoted } from './quote.ts';
import type { Scene } from './scene.ts';
import { rankedSections, sectionsOf, type Section } from './section.ts';
import { withoutMentions } from './typedUris.ts';

/** Sections of one resource that a longer text gets. */
const mostSections = 3;

/** Answers a question about what was attached by quoting the section that fits it best, of each resource. */
export const quoteMaterial: Behaviour = ({ materials, question }) => {
  if (materials.length === 0) return undefined;
  const asked = withoutMentions(question);
  return { kind: 'say', text: materials.map((material) => passage(material, asked)).join('\n\n') };
};

/** Answers a question from what an earlier turn attached or read, when a section clearly fits. */
export const quoteEarlier: Behaviour = ({ earlier, question }: Scene): DemoAnswer | undefined => {
  for (const material of earlier) {
    const best = bestSection(material, question);
    if (best) return { kind: 'say', text: `From earlier in this conversation. ${sectionPassage(material, best)}` };
  }
  return undefined;
};

/** The best section with its source; the beginning of the text when nothing fits or nothing was asked. */
export function passage(material: DemoMaterial, question: string): string {
  const best = bestSection(material, question);
  if (best) return sectionPassage(material, best);
  return `${sourceOf(material)} begins:\n\n${quoted(material.text)}`;
}

/**
 * The beginnings of the sections that fit a longer text, such as a prompt, which asks for more than a question does;
 * in the order of the resource. A text without headings is quoted as for a question.
 */
export function passages(material: DemoMaterial, text: string): string {
  const sections = sectionsOf(material.text);
  const title = sections.find(({ heading }) => heading !== '')?.heading;
  const ranked = rankedSections(material.text, text, titleOf(material)).filter(
    ({ score, section: { heading } }) => score > 0 && heading !== '' && heading !== title,
  );
  // Half as many common words is still about the same; fewer are there by chance.
  const fitting = ranked.filter(({ score }) => score * 2 >= (ranked[0]?.score ?? 0)).slice(0, mostSections);
  if (fitting.length === 0) return passage(material, text);
  const lines = sections
    .filter((section) => fitting.some(({ section: { heading } }) => heading === section.heading))
    .map(({ heading, body }) => `**${heading}** – ${firstParagraph(body)}`);
  return `${sourceOf(material)} says:\n\n${quoted(lines.join('\n\n'))}`;
}

/** A resource as an answer names it. */
function sourceOf({ uri, server }: DemoMaterial): string {
  return server === undefined ? code(uri) : `${code(uri)} (server ${code(server)})`;
}

/** The words of a resource that are no help in choosing among its sections: its first heading and its URI. */
function titleOf({ text, uri }: DemoMaterial): string {
  return `${sectionsOf(text).find(({ heading }) => heading !== '')?.heading ?? ''} ${uri}`;
}

function bestSection(material: DemoMaterial, question: string): Section | undefined {
  const [best] = rankedSections(material.text, question, titleOf(material));
  return best && best.score > 0 ? best.section : undefined;
}

function firstParagraph(body: string): string {
  const [first = ''] = body.split(/\n\s*\n|\n(?=[-*] )/);
  return first.replace(/\s+/g, ' ').trim();
}

function sectionPassage(material: DemoMaterial, { heading, body }: Section): string {
  const text = heading === '' ? body : `**${heading}**\n\n${body}`;
  return `${sourceOf(material)} says:\n\n${quoted(text)}`;
}
