/** An error's message as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().replace(/\.$/, '') || 'no reason given';
}
