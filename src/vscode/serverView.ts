import { relative } from 'node:path';
import type { ConfigIssue } from '../core/mcp/configIssue.ts';
import type { ServerSnapshot } from '../core/mcp/hubPort.ts';
import type { ServerDefinition } from '../core/mcp/serverDefinition.ts';
import type { ConfigIssueView, ServerView } from '../shared/state/serverView.ts';

/** A server as the view may see it: no environment values, no headers. */
export function toServerView(snapshot: ServerSnapshot, workspaceFolder: string | undefined): ServerView {
  const { definition, state, catalog } = snapshot;
  const { transport } = definition;
  return {
    name: definition.name,
    scope: definition.scope,
    source: describeSource(definition.source.file, definition.source.line, workspaceFolder),
    transport: transport.type === 'unusable' ? transport.written : transport.type,
    status: state.status,
    error: state.status === 'failed' ? state.failure.message : state.status === 'needsAuth' ? state.message : undefined,
    command: toServerCommand(definition),
    protocolVersion: state.status === 'connected' ? state.identity.protocolVersion : undefined,
    counts: {
      tools: catalog.tools.length,
      resources: catalog.resources.length,
      templates: catalog.resourceTemplates.length,
      prompts: catalog.prompts.length,
    },
  };
}

/** The command as it is written in the file: the values of its variables may be secret, so they stay names. */
function toServerCommand({ transport, raw }: ServerDefinition): ServerView['command'] {
  if (transport.type !== 'stdio') return undefined;
  return {
    command: writtenText(raw['command'], transport.command),
    args: transport.args.map((arg, index) => writtenText(Array.isArray(raw['args']) ? raw['args'][index] : arg, arg)),
    cwd: transport.cwd,
    environmentNames: Object.keys(transport.env),
  };
}

function writtenText(written: unknown, expanded: string): string {
  return typeof written === 'string' ? written : expanded;
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
