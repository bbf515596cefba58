import { setImmediate } from 'node:timers/promises';
import type { ThreadState, Turn } from '../../../shared/thread/threadState.ts';
import type { ModelMessage } from '../../models/languageModel.ts';
import { countingCompaction, shownTurns } from '../context/countingCompaction.ts';
import { summaryMessages } from '../context/summaryMessage.ts';
import type { ModelContentOptions } from '../results/modelContent.ts';
import { hasInput, materialMessages, ownWords } from './inputMessages.ts';
import { roundMessages } from './roundMessages.ts';
import { roundsOf } from './rounds.ts';

export interface TranscriptOptions extends ModelContentOptions {
  /** `<provider>/<model>` that is asked. */
  readonly modelId: string;
}

/** What the model reads of one turn, or of a summary: what was put in, then what was said and done. */
export interface TranscriptSegment {
  readonly material: readonly ModelMessage[];
  readonly conversation: readonly ModelMessage[];
}

/** How much of a turn is read. */
export interface TurnExtent {
  /** Rounds at its beginning that a summary stands for. */
  readonly skippedRounds: number;
  /** Where reading ends; after the last round when it is missing. */
  readonly endRound?: number | undefined;
  /** Long ago: long results are cut, images are named, reasoning is left out. */
  readonly isOld: boolean;
}

/** The latest turns are read whole. Old ones come in steps, since each step makes providers read everything anew. */
const wholeTurns = 4;
const turnStep = 4;
/** The same for the rounds of a turn. */
const wholeRounds = 8;
const roundStep = 8;
/** Turns that are converted before other work of the process gets its turn. */
const turnsPerSlice = 100;

/**
 * What the model reads of a conversation: the branch that is shown, its older part as a summary where there is one. Of
 * each turn: the attached material, the prompt's messages with their roles, skills, the person's own words, then the
 * rounds. Every call that is in it is followed by exactly one result, however the call or the turn ended.
 *
 * Turns are kept as they were read, so that the next round of a long conversation costs little more than its newest
 * turn. Turns with images are not: their bytes would stay in memory.
 */
export class TranscriptBuilder {
  readonly #known = new WeakMap<Turn, { readonly key: string; readonly segment: TranscriptSegment }>();

  async build(state: ThreadState, options: TranscriptOptions): Promise<TranscriptSegment[]> {
    const turns = shownTurns(state);
    const counting = countingCompaction(state);
    const segments: TranscriptSegment[] = [];
    if (counting) {
      const conversation = await summaryMessages(turns, counting, options);
      segments.push({ material: [], conversation });
    }
    const old = oldTurns(turns);
    let converted = 0;
    for (const [index, turn] of turns.entries()) {
      if (counting && index < counting.turnIndex) continue;
      const skippedRounds = index === counting?.turnIndex ? counting.compaction.reach.rounds : 0;
      const extent = { skippedRounds, isOld: old.has(turn) };
      const kept = this.#kept(turn, extent, options);
      if (!kept && ++converted % turnsPerSlice === 0) await setImmediate();
      segments.push(kept ?? (await this.segment(turn, extent, options)));
    }
    return segments;
  }

  /** What is read of one turn. */
  async segment(turn: Turn, extent: TurnExtent, options: TranscriptOptions): Promise<TranscriptSegment> {
    const kept = this.#kept(turn, extent, options);
    if (kept) return kept;
    const material = await materialMessages(turn, extent.isOld, options);
    const words = ownWords(turn);
    const conversation: ModelMessage[] = [];
    if (words !== undefined) conversation.push({ role: 'user', content: [{ type: 'text', text: words }] });
    const rounds = roundsOf(turn);
    const oldRounds = extent.isOld ? rounds.length : inSteps(rounds.length - wholeRounds, roundStep);
    for (const [index, round] of rounds.slice(0, extent.endRound).entries()) {
      if (index < extent.skippedRounds) continue;
      const ofRound = { ...options, isOld: index < oldRounds, givesReasoning: !extent.isOld };
      conversation.push(...(await roundMessages(round, ofRound)));
    }
    const segment = { material, conversation };
    if (!messagesOf([segment]).some(hasImage)) this.#known.set(turn, { key: keyOf(extent, options), segment });
    return segment;
  }

  #kept(turn: Turn, extent: TurnExtent, options: TranscriptOptions): TranscriptSegment | undefined {
    const known = this.#known.get(turn);
    return known?.key === keyOf(extent, options) ? known.segment : undefined;
  }
}

/** The messages in the order in which they are sent. */
export function messagesOf(segments: readonly TranscriptSegment[]): ModelMessage[] {
  return segments.flatMap(({ material, conversation }) => [...material, ...conversation]);
}

/** Turns long ago. Commands to the host, which no model reads, do not count. */
function oldTurns(turns: readonly Turn[]): ReadonlySet<Turn> {
  const read = turns.filter(hasInput);
  return new Set(read.slice(0, inSteps(read.length - wholeTurns, turnStep)));
}

function inSteps(count: number, step: number): number {
  return Math.max(0, Math.floor(count / step) * step);
}

function hasImage(message: ModelMessage): boolean {
  if (message.role === 'assistant') return false;
  const contents = message.role === 'user' ? [message.content] : message.results.map(({ content }) => content);
  return contents.some((content) => content.some(({ type }) => type === 'image'));
}

function keyOf({ skippedRounds, endRound, isOld }: TurnExtent, { modelId, takesImages }: TranscriptOptions): string {
  return [skippedRounds, endRound, isOld, takesImages, modelId].join(' ');
}
