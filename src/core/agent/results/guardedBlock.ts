import { headOf } from '../../base/headOf.ts';
import { messageOf } from '../../../shared/base/messageOf.ts';
import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';

const maxReasonChars = 300;

/**
 * Converts one piece of a result by itself: one that cannot be converted becomes a placeholder that names it, so that
 * the others survive. `what` begins the sentence.
 */
export async function guardedBlock<T extends ResultBlock | undefined>(
  what: string,
  convert: () => Promise<T>,
): Promise<T | ResultBlock> {
  try {
    return await convert();
  } catch (error) {
    const isTooDeep = error instanceof RangeError && error.message.includes('call stack');
    const why = isTooDeep ? 'it is nested too deeply.' : headOf(messageOf(error), maxReasonChars);
    return { type: 'placeholder', text: `${what} was left out: ${why}` };
  }
}
