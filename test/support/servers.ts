import { createHash } from 'node:crypto';
import type {
  Catalog,
  PromptArgumentDefinition,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  SkillDefinition,
  ToolDefinition,
} from '../../src/core/mcp/catalog/catalog.ts';
import { emptyCatalog } from '../../src/core/mcp/catalog/catalog.ts';
import type { ConnectionState, ServerIdentity } from '../../src/core/mcp/connection/connectionState.ts';
import type { ServerSnapshot } from '../../src/core/mcp/hubPort.ts';
import type { ServerDefinition } from '../../src/core/mcp/config/serverDefinition.ts';

export function aDefinition(overrides: Partial<ServerDefinition> = {}): ServerDefinition {
  return {
    name: 'tour',
    scope: 'project',
    source: { file: '/home/ada/project/.mcp.json', line: 3 },
    transport: { type: 'stdio', command: 'node', args: [], env: {}, cwd: '/home/ada/project' },
    isDisabled: false,
    timeoutMs: 60_000,
    alwaysAllow: [],
    disabledTools: [],
    usesInstructions: true,
    givesRoots: false,
    sampling: 'ask',
    overrides: [],
    hash: 'definition-1',
    raw: {},
    ...overrides,
  };
}

export function connected(identity: Partial<ServerIdentity> = {}): ConnectionState {
  return {
    status: 'connected',
    identity: {
      name: 'tour-server',
      version: '1.0.0',
      protocolVersion: '2025-11-25',
      era: 'legacy',
      transport: 'stdio',
      declares: {
        tools: true,
        resources: true,
        prompts: true,
        completions: true,
        logging: true,
        subscriptions: true,
      },
      ...identity,
    },
  };
}

/** A connected server with the given catalog. */
export function aServer(
  catalog: Partial<Catalog> = {},
  definition: Partial<ServerDefinition> = {},
  state: ConnectionState = connected(),
): ServerSnapshot {
  return {
    definition: aDefinition(definition),
    state,
    catalog: { ...emptyCatalog, ...catalog },
    isCatalogCached: false,
    identity: state.status === 'connected' ? state.identity : undefined,
  };
}

export function aTool(overrides: Partial<ToolDefinition> = {}): ToolDefinition {
  const tool = {
    server: 'tour',
    name: 'book_trip',
    description: 'Books a trip.',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    raw: {},
    ...overrides,
  };
  const hash = createHash('sha256').update(JSON.stringify(tool)).digest('hex');
  return { publicName: `mcp__${tool.server}__${tool.name}`, hash, ...tool };
}

export function aResource(overrides: Partial<ResourceDefinition> = {}): ResourceDefinition {
  return {
    server: 'tour',
    uri: 'docs://handbook',
    name: 'Handbook',
    description: 'Travel rules',
    mimeType: 'text/markdown',
    raw: {},
    ...overrides,
  };
}

export function aTemplate(overrides: Partial<ResourceTemplateDefinition> = {}): ResourceTemplateDefinition {
  return { server: 'tour', uriTemplate: 'docs://city/{name}', name: 'City guide', raw: {}, ...overrides };
}

export function aSkill(overrides: Partial<SkillDefinition> = {}): SkillDefinition {
  return {
    server: 'tour',
    name: 'packing',
    description: 'Packs a bag',
    uri: 'skill://packing/SKILL.md',
    source: 'extension',
    raw: {},
    ...overrides,
  };
}

/** A prompt; `args` are names, with `?` after an optional one. */
export function aPrompt(server: string, name: string, ...args: string[]): PromptDefinition {
  const declared = args.map((argument): PromptArgumentDefinition => ({
    name: argument.replace(/\?$/, ''),
    isRequired: !argument.endsWith('?'),
  }));
  return { server, name, arguments: declared, raw: {} };
}
