import { CommandError } from '../commandError.ts';
import { exitCode } from '../exitCode.ts';

/** The error for a name under which a connected server offers nothing. */
export function missingItem(
  server: string,
  kind: 'tool' | 'prompt',
  name: string,
  items: readonly { readonly name: string }[],
): CommandError {
  const offered = items.length === 0 ? `It has no ${kind}s.` : `It has ${items.map((item) => item.name).join(', ')}.`;
  return new CommandError(exitCode.notFound, `Server "${server}" has no ${kind} "${name}". ${offered}`);
}
