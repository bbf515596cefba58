import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';
import type { Turn } from '../../../shared/thread/threadState.ts';
import type { ModelMessage } from '../../models/languageModel.ts';
import { withoutImage } from '../context/oldResult.ts';
import type { ModelContentOptions } from '../results/modelContent.ts';
import { blocksToModelContent, materialToModelContent } from '../results/modelContent.ts';
import { framedSkill } from './skillFrame.ts';
import { wordsAfterSkills } from '../input/skillWords.ts';

/** Whether a turn gives the model anything to answer. */
export function hasInput(turn: Turn): boolean {
  const { materials, skills, prompt } = turn;
  const hasMaterial = materials.length > 0 || skills.length > 0 || prompt !== undefined;
  return hasMaterial || turn.isContinuation === true || ownWords(turn) !== undefined;
}

/** What is put before the person's words: resources, then the prompt's messages with their roles, then skills. */
export async function materialMessages(
  turn: Turn,
  isOld: boolean,
  options: ModelContentOptions,
): Promise<ModelMessage[]> {
  const shown = (blocks: readonly ResultBlock[]): readonly ResultBlock[] => (isOld ? blocks.map(withoutImage) : blocks);
  const messages: ModelMessage[] = [];
  for (const material of turn.materials) {
    const content = await materialToModelContent({ ...material, blocks: shown(material.blocks) }, options);
    messages.push({ role: 'user', isMeta: true, content });
  }
  for (const { role, blocks } of turn.prompt?.messages ?? []) {
    // An answer that a prompt puts into the model's mouth can only be text.
    const ofRole = role === 'user' ? options : { ...options, takesImages: false };
    const content = await blocksToModelContent(shown(blocks), ofRole);
    if (role === 'user') {
      messages.push({ role, isMeta: true, content });
    } else {
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n');
      if (text.trim() !== '') messages.push({ role, text, toolCalls: [] });
    }
  }
  for (const [index, skill] of turn.skills.entries()) {
    const text = framedSkill(skill, `${turn.id}/${index}`);
    messages.push({ role: 'user', isMeta: true, content: [{ type: 'text', text }] });
  }
  if (turn.isContinuation) messages.push(roundsGranted);
  // Anthropic, Google and many local servers refuse a request that ends with the model's own words.
  if (messages.at(-1)?.role === 'assistant') messages.push(goOn);
  return messages;
}

const goOn = hostMessage('Not from the user: the prompt ends with your own words. Go on from there.');

const roundsGranted = hostMessage(
  'Not from the user: your work was held at the highest number of rounds, and the user lets you go on. Go on from there.',
);

function hostMessage(text: string): ModelMessage {
  return { role: 'user', isMeta: true, content: [{ type: 'text', text }] };
}

/** What the person said to the model; undefined for a command, which is said to the host, as names of skills are. */
export function ownWords(turn: Turn): string | undefined {
  const words = wordsAfterSkills(turn.text, turn.skills);
  const isForModel = turn.isCommand !== true && turn.prompt === undefined && words.trim() !== '';
  return isForModel ? words : undefined;
}
