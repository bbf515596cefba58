import { messageOf } from '../../shared/base/messageOf.ts';

/** An error's message as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const message = messageOf(error);
  return message.trim().replace(/\.$/, '') || 'no reason given';
}
