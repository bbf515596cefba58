import type { Behaviour } from './demoAnswer.ts';
import type { DemoMaterial } from './material.ts';
import { quoted } from './quote.ts';
import { passage, sourceOf, titleOf } from './quoteMaterial.ts';
import { rankedSections, sectionsOf } from './section.ts';
import { tripOf, type Trip } from './trip.ts';

/** Days that get a heading of their own; a plan of a month stays short. */
const mostDays = 7;
/** Rules of the material that a plan quotes. */
const mostRules = 3;
/** What every plan needs to know about, whatever the prompt says. */
const tripWords = 'hotel meal train flight journey';

/** Answers a server's prompt: a small plan when it asks for days in a place, else what the material has on it. */
export const followPrompt: Behaviour = ({ prompts, materials, question }) => {
  if (prompts.length === 0) return undefined;
  const prompt = prompts.join('\n\n');
  const trip = tripOf(prompt, question);
  if (trip) return { kind: 'say', text: plan(trip, prompt, materials) };
  const passages = materials.map((material) => passage(material, prompt));
  return { kind: 'say', text: [`The prompt asks:\n\n${quoted(prompt, 300)}`, ...passages].join('\n\n') };
};

function plan({ place, days }: Trip, prompt: string, materials: readonly DemoMaterial[]): string {
  const length = days === 1 ? 'one day' : `${days} days`;
  const title = `A plan for ${length} in ${place}. It is a form filled in, not thought through.`;
  const dayTexts = Array.from({ length: Math.min(days, mostDays) }, (_, index) => dayText(index + 1, days, place));
  const more =
    days > mostDays ? [`**Days ${mostDays + 1} to ${days}** – as the days before; on the last one travel home.`] : [];
  const checklist =
    '**Before you go**\n\n- Book the journey and the room\n- Put the dates into the team calendar\n- Check each line above against the rules';
  return [title, ...dayTexts, ...more, ...materials.map((material) => rules(material, prompt)), checklist].join('\n\n');
}

function dayText(day: number, days: number, place: string): string {
  const heading = `**Day ${day} – ${dayTitle(day, days, place)}**`;
  const morning = day === 1 ? `Travel to ${place} and leave the bags at the hotel` : 'Meetings';
  const evening = day === days ? 'Travel home' : 'Dinner near the hotel, and a walk';
  return `${heading}\n\n- Morning: ${morning}\n- Afternoon: ${day === 1 ? 'First meeting' : 'Meetings'}\n- Evening: ${evening}`;
}

function dayTitle(day: number, days: number, place: string): string {
  if (day === days) return days === 1 ? `there and back` : 'the last day';
  return day === 1 ? `arrival in ${place}` : 'a full day';
}

/** The first words of the sections that fit a trip and the prompt best, in the order of the material. */
function rules(material: DemoMaterial, prompt: string): string {
  const title = sectionsOf(material.text).find(({ heading }) => heading !== '')?.heading;
  const fitting = rankedSections(material.text, `${prompt} ${tripWords}`, titleOf(material))
    .filter(({ score, section: { heading } }) => score > 0 && heading !== '' && heading !== title)
    .slice(0, mostRules)
    .map(({ section }) => section.heading);
  if (fitting.length === 0) return passage(material, prompt);
  const lines = sectionsOf(material.text)
    .filter(({ heading }) => fitting.includes(heading))
    .map(({ heading, body }) => `**${heading}** – ${firstParagraph(body)}`);
  return `The rules in ${sourceOf(material)} that matter here:\n\n${quoted(lines.join('\n\n'))}`;
}

function firstParagraph(body: string): string {
  const [first = ''] = body.split(/\n\s*\n|\n(?=[-*] )/);
  return first.replace(/\s+/g, ' ').trim();
}
