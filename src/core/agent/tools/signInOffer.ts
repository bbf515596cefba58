import { publicNames } from '../../mcp/catalog/publicNames.ts';
import type { HubPort, ServerSnapshot } from '../../mcp/hubPort.ts';
import type { ModelTool } from '../../models/languageModel.ts';
import { signInName } from './builtinNames.ts';

/** The sign-in to a server that needs one, under its name among the tools. */
export interface OfferedSignIn {
  readonly kind: 'signIn';
  /** `mcp__<server>__authenticate` (contract §4). */
  readonly publicName: string;
  readonly server: ServerSnapshot;
}

/**
 * The sign-ins to all servers that need one now. Their names are made by the rule for tools and told apart from those
 * of all tools, which keep theirs whatever else there is.
 */
export function signIns(hub: HubPort): OfferedSignIn[] {
  const servers = hub.servers();
  const needing = servers.filter(needsSignIn);
  if (needing.length === 0) return [];
  const tools = servers.filter((server) => !needsSignIn(server)).flatMap(({ catalog }) => catalog.tools);
  const names = publicNames([
    ...needing.map(({ definition: { name } }) => ({ server: name, name: signInName })),
    ...tools,
  ]);
  return needing.map((server, index) => ({ kind: 'signIn', publicName: names[index] as string, server }));
}

/** Those of them that a person can do here. */
export function offeredSignIns(hub: HubPort): OfferedSignIn[] {
  return signIns(hub).filter(({ server }) => hub.canSignIn(server.definition.name));
}

export function toModelTool({ publicName, server }: OfferedSignIn): ModelTool {
  const { name } = server.definition;
  return {
    name: publicName,
    description:
      `Asks the user to sign in to the MCP server '${name}', which offers nothing before that, and connects to it. Call ` +
      'it when the task needs this server. Its tools are available in the next step.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  };
}

export function needsSignIn({ state }: ServerSnapshot): boolean {
  return state.status === 'needsAuth';
}
