import type { PromptEntry, ResourceEntry } from '../../../src/shared/protocol/catalogRequests.ts';
import type { ServerView } from '../../../src/shared/state/serverView.ts';
import type { ViewState } from '../../../src/shared/state/viewState.ts';
import { emptyThread } from '../../../src/shared/thread/threadState.ts';

const noCounts = { tools: 0, resources: 0, templates: 0, prompts: 0 };

/** A connected server named `tour`, or what the parts make of it. */
export function aServer(parts: Partial<ServerView> = {}): ServerView {
  return {
    name: 'tour',
    scope: 'project',
    source: '.mcp.json:3',
    transport: 'stdio',
    status: 'connected',
    hash: 'a1b2',
    counts: { tools: 2, resources: 3, templates: 1, prompts: 1 },
    warnings: [],
    ...parts,
  };
}

/** A server that a project wants to start. */
export function anUnapprovedServer(parts: Partial<ServerView> = {}): ServerView {
  return aServer({
    status: 'needsApproval',
    counts: noCounts,
    command: {
      command: 'node',
      args: ['${workspaceFolder}/servers/tour.js', '--verbose', 'two words'],
      cwd: '/home/ada/trips',
      environmentNames: ['TOUR_TOKEN', 'TOUR_REGION'],
      alwaysAllow: [],
    },
    ...parts,
  });
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
