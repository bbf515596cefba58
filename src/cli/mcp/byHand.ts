import type { RuntimePort } from '../../core/runtimePort.ts';
import { defaultSettings } from '../../core/settings.ts';
import type { CommandContext } from '../commandContext.ts';
import type { ServerOptions } from '../serverOptions.ts';
import { withRuntime } from '../withRuntime.ts';

/** Runs a verb on the core: somebody typed it, and can sign in; who sits at the terminal is asked for what servers need. */
export function byHand<T>(
  context: CommandContext,
  options: ServerOptions,
  use: (runtime: RuntimePort) => Promise<T>,
): Promise<T> {
  return withRuntime(context, options, { settings: defaultSettings, isByHand: true }, use);
}
