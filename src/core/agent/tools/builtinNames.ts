/** Names of Patchbay's own tools (contract §4). The first of each list is the one offered; the others are understood. */
export const readResourceNames = ['access_mcp_resource', 'read_mcp_resource', 'ReadMcpResourceTool'] as const;
export const listResourcesNames = ['list_mcp_resources', 'ListMcpResourcesTool'] as const;
export const readArtifactNames = ['read_artifact'] as const;
export const useSkillNames = ['use_mcp_skill'] as const;
export const searchToolsNames = ['search_mcp_tools'] as const;

/** Last part of the name under which the sign-in to a server is offered, as if it were a tool of that server. */
export const signInName = 'authenticate';

export const builtinNames: ReadonlySet<string> = new Set<string>([
  ...readResourceNames,
  ...listResourcesNames,
  ...readArtifactNames,
  ...useSkillNames,
  ...searchToolsNames,
]);
