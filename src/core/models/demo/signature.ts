import { demoLabel } from './demoIdentity.ts';

/** The last line of every answer: what is speaking, and how to get something better. */
export const signature =
  `*${demoLabel}. To set up a real model, run "Patchbay: Select Model", ` +
  'or give `--base-url` and `--model` on the command line.*';

/** An answer with its signature. */
export function signed(text: string): string {
  return `${text.trimEnd()}\n\n${signature}`;
}
