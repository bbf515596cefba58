import { emptyCatalog } from '../../../src/core/mcp/catalog/catalog.ts';
import type { Catalog, CatalogWarning } from '../../../src/core/mcp/catalog/catalog.ts';
import type { ConfigIssue } from '../../../src/core/mcp/config/configIssue.ts';
import type { ConnectionState } from '../../../src/core/mcp/connection/connectionState.ts';
import type { ServerSnapshot } from '../../../src/core/mcp/hubPort.ts';
import type { ServerDefinition } from '../../../src/core/mcp/config/serverDefinition.ts';

/** A configured server in a state, for what only looks at snapshots. */
export function aSnapshot(parts: {
  definition?: Partial<ServerDefinition>;
  state?: ConnectionState;
  catalog?: Partial<Catalog>;
}): ServerSnapshot {
  const definition: ServerDefinition = {
    name: 'tour',
    scope: 'project',
    source: { file: '/w/.mcp.json', line: 3 },
    transport: { type: 'stdio', command: 'node', args: ['server.js'], env: {}, cwd: '/w' },
    isDisabled: false,
    timeoutMs: 60_000,
    alwaysAllow: [],
    disabledTools: [],
    usesInstructions: true,
    givesRoots: false,
    sampling: 'ask',
    overrides: [],
    hash: 'aa',
    raw: { command: 'node', args: ['server.js'] },
    ...parts.definition,
  };
  return {
    definition,
    state: parts.state ?? connected,
    catalog: { ...emptyCatalog, ...parts.catalog },
    isCatalogCached: false,
    identity: undefined,
  };
}

export const connected: ConnectionState = {
  status: 'connected',
  identity: {
    name: 'tour',
    version: '1.0.0',
    protocolVersion: '2025-11-25',
    era: 'legacy',
    transport: 'stdio',
    declares: { tools: true, resources: true, prompts: true, completions: false, logging: false, subscriptions: false },
  },
};

export function aFailure(code: 'exited' | 'timeout' | 'invalid_config', message = 'It ended.'): ConnectionState {
  return { status: 'failed', failure: { code, message } };
}

export function anIssue(parts: Partial<ConfigIssue> = {}): ConfigIssue {
  return {
    code: 'invalid_config',
    file: '/w/.mcp.json',
    line: 3,
    server: 'tour',
    message: '"command" of "tour" must be a string.',
    severity: 'error',
    ...parts,
  };
}

export function aCatalogWarning(message: string): CatalogWarning {
  return { code: 'prompts_failed', server: 'tour', message };
}
