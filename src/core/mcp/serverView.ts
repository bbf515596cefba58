import { relative } from 'node:path';
import type { Warning } from '../../shared/thread/threadEvent.ts';
import type { ConfigIssue } from './config/configIssue.ts';
import type { ServerDefinition } from './config/serverDefinition.ts';
import type { ConnectionFailure, ConnectionState } from './connection/connectionState.ts';
import type { ServerSnapshot } from './hubPort.ts';
import type { ConfigIssueView, ServerCommand, ServerRemedy, ServerView } from '../../shared/state/serverView.ts';
import { writtenAddress } from './config/writtenAddress.ts';
import { writtenCommand } from './config/writtenCommand.ts';

const maxWarnings = 20;

/** What of a server's view its snapshot does not say. */
export interface ServerViewContext {
  /** Files inside it are named relative to it. */
  readonly workspaceFolder: string | undefined;
  readonly isSignedIn: boolean;
  readonly isRejected: boolean;
  /** False in Restricted Mode, where nothing of the workspace can be approved. */
  readonly isTrusted: boolean;
  /** What the model is told differently of the server's tools, or not told at all. */
  readonly modelWarnings?: readonly Warning[] | undefined;
}

/** A server as the view may see it: no values of environment variables or headers. */
export function toServerView(snapshot: ServerSnapshot, context: ServerViewContext): ServerView {
  const { workspaceFolder, isSignedIn, isRejected, isTrusted, modelWarnings = [] } = context;
  const { definition, state, catalog, identity, isCatalogCached } = snapshot;
  const failure = state.status === 'failed' ? state.failure : undefined;
  const disabledTools = catalog.tools.filter(({ name }) => definition.disabledTools.includes(name));
  const counts = {
    tools: catalog.tools.length - disabledTools.length,
    resources: catalog.resources.length,
    templates: catalog.resourceTemplates.length,
    prompts: catalog.prompts.length,
    ...(catalog.skills.length > 0 && { skills: catalog.skills.length }),
  };
  return {
    name: definition.name,
    scope: definition.scope,
    source: describeSource(definition.source.file, definition.source.line, workspaceFolder),
    overrides: definition.overrides.map(({ scope, source }) => ({
      scope,
      source: describeSource(source.file, source.line, workspaceFolder),
    })),
    transport: identity?.transport ?? writtenTransport(definition),
    status: state.status,
    error: failure ? failure.message : state.status === 'needsAuth' ? state.message : undefined,
    remedy: remedyFor(state, isTrusted),
    retryAt: failure?.retryAt,
    isSignedIn,
    // Read where it is approved, and sent with every change: nowhere else.
    command: state.status === 'needsApproval' && isTrusted ? toServerCommand(definition) : undefined,
    hash: definition.hash,
    isRejected,
    protocolVersion: identity?.protocolVersion,
    era: identity?.era,
    counts,
    isCached: isCatalogCached,
    disabledTools: disabledTools.map(({ name }) => name),
    warnings: viewWarnings([...catalog.warnings, ...modelWarnings]),
  };
}

function writtenTransport({ transport }: ServerDefinition): string {
  return transport.type === 'unusable' ? transport.written : transport.type;
}

/** The one thing to do about a state, where its message leaves a choice. */
function remedyFor(state: ConnectionState, isTrusted: boolean): ServerRemedy | undefined {
  switch (state.status) {
    case 'disabled':
      return 'enable';
    case 'needsAuth':
      return 'signIn';
    case 'failed':
      return remedyForFailure(state.failure);
    case 'needsApproval':
      return isTrusted ? undefined : 'manageTrust';
    case 'disconnected':
    case 'connecting':
    case 'connected':
      return undefined;
  }
}

function remedyForFailure({ code, isAskedFor }: ConnectionFailure): ServerRemedy {
  switch (code) {
    case 'spawn_failed':
    case 'invalid_config':
      return 'openSource';
    case 'missing_env':
      return isAskedFor ? 'connect' : 'openSource';
    case 'exited':
    case 'protocol':
    case 'timeout':
      return 'showLog';
    case 'unreachable':
    case 'tls':
    case 'http_status':
    case 'lost':
      return 'restart';
  }
}

function toServerCommand(definition: ServerDefinition): ServerCommand | undefined {
  const command = writtenCommand(definition);
  if (command) return { kind: 'program', ...command };
  const address = writtenAddress(definition);
  return address && { kind: 'remote', ...address };
}

/** The first warnings, and how many there are besides: a server decides how much of what it lists is left out. */
function viewWarnings(warnings: readonly Warning[]): ServerView['warnings'] {
  const shown = warnings.slice(0, maxWarnings).map(({ code, message }) => ({ code, message }));
  const more = warnings.length - shown.length;
  if (more === 0) return shown;
  return [...shown, { code: 'more_warnings', message: `${more} more warnings are not shown here.` }];
}

export function toConfigIssueView(issue: ConfigIssue, workspaceFolder: string | undefined): ConfigIssueView {
  return {
    code: issue.code,
    source: describeSource(issue.file, issue.line, workspaceFolder),
    server: issue.server,
    message: issue.message,
  };
}

function describeSource(file: string, line: number, workspaceFolder: string | undefined): string {
  const inside = workspaceFolder === undefined ? undefined : relative(workspaceFolder, file);
  const path = inside === undefined || inside.startsWith('..') ? file : inside;
  return `${path}:${line}`;
}
