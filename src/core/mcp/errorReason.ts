import { messageOf } from '../../shared/base/messageOf.ts';

/** An error's message as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const message = mismatchOf(error) ?? messageOf(error);
  return message.trim().replace(/\.$/, '') || 'no reason given';
}

/** In words what a schema has against a message: the message of its error is a list in JSON. */
function mismatchOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('issues' in error) || !Array.isArray(error.issues)) return undefined;
  const [issue] = error.issues as readonly Partial<Record<'message' | 'path', unknown>>[];
  if (typeof issue?.message !== 'string') return undefined;
  const path = Array.isArray(issue.path) ? issue.path.map(String).join('.') : '';
  return path === '' ? `${issue.message}, which is no message` : `${issue.message} at "${path}"`;
}
