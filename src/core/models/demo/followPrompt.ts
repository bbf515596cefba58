import type { Behaviour } from './behaviour.ts';
import { plain, quoted } from './quote.ts';
import { passages } from './quoteMaterial.ts';
import { withoutMentions } from './typedUris.ts';

/** Characters of the prompt's first line that stand in the opening sentence. */
const askedLimit = 160;

/**
 * Answers a server's prompt: says what it asks, with the arguments that its first line has, quotes what the attached
 * material has on it, and then the rest of the prompt's own words.
 */
export const followPrompt: Behaviour = ({ prompts, materials }) => {
  const last = prompts.at(-1)?.trim();
  if (last === undefined) return undefined;
  const whole = prompts.join('\n\n').trim();
  const [firstLine = ''] = last.split('\n');
  const asked = firstLine.length > askedLimit ? `${firstLine.slice(0, askedLimit)} …` : firstLine;
  const found =
    materials.length === 0
      ? 'and nothing is attached that I could quote.'
      : 'but this is what the attached material has on it.';
  const parts = [
    `The prompt asks: “${plain(asked)}” I am no AI and cannot do that, ${found}`,
    ...materials.map((material) => passages(material, withoutMentions(whole))),
    ...(whole === asked ? [] : [`The prompt's own words:\n\n${quoted(whole)}`]),
  ];
  return { kind: 'say', text: parts.join('\n\n') };
};
