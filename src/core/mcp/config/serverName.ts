const reserved = new Set(['list_mcp_resources', 'read_mcp_resource', 'access_mcp_resource']);

/** Why a name cannot be a server's (contract §3), or undefined when it can. */
export function nameProblem(name: string): string | undefined {
  if (!/^[A-Za-z0-9._-]+$/.test(name)) {
    return `"${name}" is not a valid server name: use letters, digits, ".", "_" and "-" only.`;
  }
  if (name.startsWith('mcp__') || reserved.has(name)) {
    return `"${name}" is a reserved name. Choose another name for the server.`;
  }
  return undefined;
}
