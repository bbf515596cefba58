import * as vscode from 'vscode';
import type { ServerDefinition } from '../../core/mcp/config/serverDefinition.ts';
import type { ImportableServer, PastedServers } from '../../core/mcp/config/import/importableServer.ts';

type Way = 'paste' | 'command' | 'address';

/** Asks what a server is: pasted in any form, a command line, or an address. Undefined when the person gave up. */
export async function askForServers(
  configured: readonly ServerDefinition[],
  workspaceFolder: string | undefined,
): Promise<readonly ImportableServer[] | undefined> {
  const way = await pickWay();
  if (way === undefined) return undefined;
  const { parsePasted } = await import('../../core/mcp/config/import/serverImport.ts');
  const read = (text: string): PastedServers => parsePasted(text, configured, { workspaceFolder });
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Add Server'),
    ignoreFocusOut: true,
    ...questionOf(way),
    validateInput: (typed) => (typed.trim() === '' ? undefined : problemOf(typed, way, read)),
  });
  if (text === undefined || text.trim() === '') return undefined;
  const { servers, problems } = read(text);
  if (problems.length > 0) void vscode.window.showWarningMessage(problems.join('\n'));
  return servers.length > 1 ? pickServers(servers) : servers;
}

async function pickWay(): Promise<Way | undefined> {
  const ways: readonly (vscode.QuickPickItem & { readonly way: Way })[] = [
    {
      way: 'paste',
      label: vscode.l10n.t('Paste'),
      description: vscode.l10n.t('JSON of any product, a command line or an address'),
      iconPath: new vscode.ThemeIcon('clippy'),
    },
    {
      way: 'command',
      label: vscode.l10n.t('Command'),
      description: vscode.l10n.t('A program on this machine, over stdio'),
      iconPath: new vscode.ThemeIcon('terminal'),
    },
    {
      way: 'address',
      label: vscode.l10n.t('Address'),
      description: vscode.l10n.t('A server on the network, over HTTP or WebSocket'),
      iconPath: new vscode.ThemeIcon('globe'),
    },
  ];
  const picked = await vscode.window.showQuickPick(ways, {
    title: vscode.l10n.t('Add Server'),
    placeHolder: vscode.l10n.t('How is the server reached?'),
  });
  return picked?.way;
}

function questionOf(way: Way): Pick<vscode.InputBoxOptions, 'prompt' | 'placeHolder'> {
  switch (way) {
    case 'paste':
      return {
        prompt: vscode.l10n.t('Paste what the documentation of the server gives. Nothing is written before you agree.'),
        placeHolder: '{"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs-mcp"]}}}',
      };
    case 'command':
      return {
        prompt: vscode.l10n.t('The program with its arguments, as in a terminal.'),
        placeHolder: 'npx -y docs-mcp --verbose',
      };
    case 'address':
      return { prompt: vscode.l10n.t('The address of the server.'), placeHolder: 'https://mcp.example.com/mcp' };
  }
}

function problemOf(text: string, way: Way, read: (text: string) => PastedServers): string | undefined {
  const { servers, problems } = read(text);
  if (way === 'address' && !servers.some(({ entry }) => 'url' in entry)) {
    return vscode.l10n.t('Not an address: it begins with https://, http://, wss:// or ws://.');
  }
  if (servers.length > 0) return undefined;
  return problems.length > 0 ? problems.join(' ') : vscode.l10n.t('No server can be read in this.');
}

async function pickServers(servers: readonly ImportableServer[]): Promise<readonly ImportableServer[] | undefined> {
  const items = servers.map((server) => ({ label: server.name, picked: true, server }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Add Server'),
    placeHolder: vscode.l10n.t('Which of these?'),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return picked?.map(({ server }) => server);
}
