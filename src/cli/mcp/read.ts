import type { CommandContext } from '../commandContext.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import { readableResource } from './readable.ts';
import { runRequest } from './request.ts';
import type { RequestOptions } from './request.ts';

/** `mcp read NAME URI`: the URI goes to the server byte for byte, listed or not. */
export function runRead(
  name: string,
  uri: string,
  options: RequestOptions,
  context: CommandContext,
): Promise<ExitCode> {
  return runRequest(name, options, context, async (hub) => {
    const result = await hub.readResource(name, uri, { signal: context.signal });
    return { raw: result.raw, text: readableResource(result), code: exitCode.done };
  });
}
