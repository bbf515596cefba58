import type { PromptEntry, ResourceEntry, ToolEntry } from '../../../src/shared/protocol/catalogRequests.ts';
import type { ServerCommand, ServerView } from '../../../src/shared/state/serverView.ts';
import type { ViewState } from '../../../src/shared/state/viewState.ts';
import { emptyThread } from '../../../src/shared/thread/threadState.ts';

const noCounts = { tools: 0, resources: 0, templates: 0, prompts: 0 };

/** A connected server named `tour`, or what the parts make of it. */
export function aServer(parts: Partial<ServerView> = {}): ServerView {
  return {
    name: 'tour',
    scope: 'project',
    source: '.mcp.json:3',
    overrides: [],
    transport: 'stdio',
    status: 'connected',
    isSignedIn: false,
    isRejected: false,
    hash: 'a1b2',
    protocolVersion: '2025-11-25',
    era: 'legacy',
    counts: { tools: 2, resources: 3, templates: 1, prompts: 1 },
    isCached: false,
    disabledTools: [],
    warnings: [],
    ...parts,
  };
}

/** What a project wants to start. */
export const aProgram = {
  kind: 'program',
  command: 'node',
  args: ['${workspaceFolder}/servers/tour.js', '--verbose', 'two words'],
  cwd: '/home/ada/trips',
  environmentNames: ['TOUR_TOKEN', 'TOUR_REGION'],
  envFile: '.env',
  variables: ['TRIPS_KEY'],
  inputs: ['trips-account'],
  alwaysAllow: [],
} as const satisfies ServerCommand;

/** A server that a project wants to start. */
export function anUnapprovedServer(parts: Partial<ServerView> = {}): ServerView {
  return anAbsentServer({
    status: 'needsApproval',
    command: aProgram,
    ...parts,
  });
}

/** A server of the network that a workspace wants to reach. */
export function anUnapprovedRemote(parts: Partial<ServerView> = {}): ServerView {
  return anAbsentServer({
    transport: 'http',
    status: 'needsApproval',
    command: {
      kind: 'remote',
      url: 'https://mcp.example.com/v1/mcp?team=${TEAM}',
      headers: ['Authorization: Bearer ${env:MAPS_TOKEN}', 'X-Team: maps'],
      variables: ['TEAM', 'MAPS_TOKEN'],
      inputs: [],
      headersHelper: './scripts/token.sh --team maps',
      cwd: '/home/ada/trips',
      oauth: { authServerMetadataUrl: 'https://login.example.com/.well-known/oauth', scopes: ['read', 'write'] },
      alwaysAllow: [],
    },
    ...parts,
  });
}

/** A server as it is while it is not connected, which offers nothing. */
export function anAbsentServer(parts: Partial<ServerView> = {}): ServerView {
  return aServer({ protocolVersion: undefined, era: undefined, counts: noCounts, ...parts });
}

export function aToolEntry(parts: Partial<ToolEntry> = {}): ToolEntry {
  return { name: 'book_trip', description: 'Books a trip', isReadOnly: false, isDestructive: true, ...parts };
}

/** The state of a fresh conversation with the offline demo and one connected server. */
export const initialState: ViewState = {
  model: { id: 'demo/demo', label: 'Offline demo', isDemo: true },
  servers: [aServer()],
  configIssues: [],
  thread: emptyThread('thread-1', 0),
  draft: { text: '', revision: 0, attachments: [] },
  sendOn: 'enter',
};

export function aResource(parts: Partial<ResourceEntry> = {}): ResourceEntry {
  return {
    kind: 'resource',
    server: 'tour',
    uri: 'docs://handbook',
    name: 'handbook',
    title: 'Travel handbook',
    description: 'The rules for trips',
    mimeType: 'text/markdown',
    variables: [],
    ...parts,
  };
}

export function aTemplate(parts: Partial<ResourceEntry> = {}): ResourceEntry {
  return aResource({
    kind: 'template',
    uri: 'docs://city/{name}',
    name: 'city',
    title: 'City guide',
    description: 'What to see in a city',
    variables: ['name'],
    ...parts,
  });
}

export function aPrompt(parts: Partial<PromptEntry> = {}): PromptEntry {
  return {
    server: 'tour',
    name: 'plan_trip',
    title: 'Plan a trip',
    description: 'Plans a trip by the rules of the handbook',
    arguments: [
      { name: 'city', description: 'Where to', isRequired: true },
      { name: 'days', description: 'How many days', isRequired: true },
    ],
    ...parts,
  };
}
