import { relative } from 'node:path';
import type { Catalog } from './catalog/catalog.ts';
import type { ConfigIssue } from './config/configIssue.ts';
import type { ServerSnapshot } from './hubPort.ts';
import type { ConfigIssueView, ServerView } from '../../shared/state/serverView.ts';
import { writtenCommand } from './config/writtenCommand.ts';

const maxWarnings = 20;

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
    // Read where it is approved, and sent with every change: nowhere else.
    command: state.status === 'needsApproval' ? writtenCommand(definition) : undefined,
    hash: definition.hash,
    protocolVersion: state.status === 'connected' ? state.identity.protocolVersion : undefined,
    counts: {
      tools: catalog.tools.length,
      resources: catalog.resources.length,
      templates: catalog.resourceTemplates.length,
      prompts: catalog.prompts.length,
    },
    warnings: viewWarnings(catalog),
  };
}

/** The first warnings, and how many there are besides: a server decides how much of what it lists is left out. */
function viewWarnings({ warnings }: Catalog): ServerView['warnings'] {
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
