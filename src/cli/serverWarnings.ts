import type { ConfigIssue } from '../core/mcp/configIssue.ts';
import type { HubPort, ServerSnapshot } from '../core/mcp/hubPort.ts';
import type { Warning } from '../shared/thread/threadEvent.ts';

/** What a person should know about the servers before a command's answer: one warning for each thing wrong. */
export function serverWarnings(hub: Pick<HubPort, 'servers' | 'configIssues'>): Warning[] {
  const issues = hub.configIssues();
  const isReported = (name: string): boolean =>
    issues.some(({ server, severity }) => server === name && severity === 'error');
  return [
    ...issues.map(issueWarning),
    ...hub
      .servers()
      .flatMap((snapshot) => [
        ...stateWarnings(snapshot).filter(({ code, server }) => !(isConfigCode(code) && server && isReported(server))),
        ...snapshot.catalog.warnings,
      ]),
  ];
}

/** How to approve a server of the project, with the reason why it waits. */
export function approvalHint({ definition }: ServerSnapshot): string {
  const { name, source } = definition;
  return (
    `Server "${name}" of ${source.file}:${source.line} was not started, because it is not approved. ` +
    `See it with "patchbay mcp list" and approve it with "patchbay mcp approve ${name}".`
  );
}

function issueWarning({ code, file, line, server, message }: ConfigIssue): Warning {
  return { code, ...(server !== undefined && { server }), message: `${file}:${line}: ${message}` };
}

function isConfigCode(code: string): boolean {
  return code === 'invalid_config' || code === 'missing_env';
}

function stateWarnings(snapshot: ServerSnapshot): Warning[] {
  const { state } = snapshot;
  const server = snapshot.definition.name;
  switch (state.status) {
    case 'needsApproval':
      return [{ code: 'pending_approval', server, message: approvalHint(snapshot) }];
    case 'needsAuth':
      return [{ code: 'needs_auth', server, message: state.message }];
    case 'failed': {
      const { code, message } = state.failure;
      return [{ code: isConfigCode(code) ? code : 'connection_failed', server, message }];
    }
    default:
      return [];
  }
}
