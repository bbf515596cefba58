import type { Behaviour } from './behaviour.ts';
import { code } from './quote.ts';
import { mentionsIn } from './typedUris.ts';

/** A mention stands in the question and nothing was attached: the host has said why, and there is nothing to quote. */
export const failedMention: Behaviour = ({ question, materials }) => {
  const mentions = mentionsIn(question);
  if (materials.length > 0 || mentions.length === 0) return undefined;
  const named = mentions.map((mention) => code(mention)).join(', ');
  return {
    kind: 'say',
    text:
      `Nothing was attached for ${named}, so there is nothing to quote. The notice above says why. Check the server's ` +
      'name and that it is connected, and pick the resource with **Attach resource** if you are not sure of its address.',
  };
};
