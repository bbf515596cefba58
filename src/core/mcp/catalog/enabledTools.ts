import type { ServerSnapshot } from '../hubPort.ts';
import type { ToolDefinition } from './catalog.ts';

/** Whether a tool is switched on: its server's configuration says which are not. The catalog lists them all. */
export function isToolEnabled({ definition }: Pick<ServerSnapshot, 'definition'>, tool: string): boolean {
  return !definition.disabledTools.includes(tool);
}

/** The tools of a server that may be used. */
export function enabledTools(server: ServerSnapshot): readonly ToolDefinition[] {
  return server.catalog.tools.filter(({ name }) => isToolEnabled(server, name));
}
