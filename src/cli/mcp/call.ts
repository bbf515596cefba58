import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import type { JsonObject, JsonValue } from '../../shared/base/json.ts';
import { messageOf } from '../../shared/base/messageOf.ts';
import type { CommandContext } from '../commandContext.ts';
import { CommandError } from '../commandError.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import { readableToolResult } from './readable.ts';
import { runRequest } from './request.ts';
import type { RequestOptions } from './request.ts';

/** `mcp call NAME TOOL [JSON]`: calls a tool under its original or its public name. A result that is an error fails. */
export async function runCall(
  name: string,
  tool: string,
  json: string | undefined,
  options: RequestOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const args = toolArguments(json);
  return runRequest(name, options, context, async (hub, server) => {
    const result = await hub.callTool(name, originalName(server, tool), args, { signal: context.signal });
    const code = result.isError ? exitCode.failed : exitCode.done;
    return { raw: result.raw, text: readableToolResult(result), code };
  });
}

function toolArguments(json = '{}'): JsonObject {
  let value: JsonValue;
  try {
    value = JSON.parse(json) as JsonValue;
  } catch (cause) {
    const reason = messageOf(cause);
    throw new CommandError(exitCode.usage, `The tool's arguments are not JSON: ${reason}`, { cause });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new CommandError(exitCode.usage, 'The tool\'s arguments must be a JSON object, such as {"city":"Paris"}.');
}

/** The original name of a tool under either of its names. One that is not listed is for the hub to judge. */
function originalName({ catalog: { tools } }: ServerSnapshot, name: string): string {
  if (tools.some((tool) => tool.name === name)) return name;
  return tools.find((tool) => tool.publicName === name)?.name ?? name;
}
