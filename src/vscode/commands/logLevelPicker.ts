import * as vscode from 'vscode';
import type { LogLevel } from '../../core/mcp/connection/logLevel.ts';
import type { Hub } from '../../core/mcp/hub.ts';

/** Lets a person choose how much a server logs. False when they chose nothing. */
export async function pickLogLevel(hub: Hub, server: string): Promise<boolean> {
  const { logLevels } = await import('../../core/mcp/connection/logLevel.ts');
  const current = hub.logLevel(server);
  const items = logLevels.map((level) => ({
    label: level,
    description: describe(level, current),
    level,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Log Level of {0}', server),
    placeHolder: vscode.l10n.t('The least severe messages that the server sends'),
  });
  if (!picked) return false;
  await hub.setLogLevel(server, picked.level);
  return true;
}

function describe(level: LogLevel, current: LogLevel | undefined): string {
  const words = level === 'debug' ? vscode.l10n.t('everything') : '';
  if (level !== current) return words;
  return words === '' ? vscode.l10n.t('current') : vscode.l10n.t('current, {0}', words);
}
