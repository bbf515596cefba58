import { readdir } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import type { EditableScope } from '../serverEdits.ts';
import type { ImportProduct } from './importableServer.ts';

/** Where other products keep their configuration on this machine. */
export interface ImportPlaces {
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
  /** For `APPDATA` and `XDG_CONFIG_HOME`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workspaceFolder?: string | undefined;
}

/** A file that a product may have written. */
export interface ImportLocation {
  readonly product: ImportProduct;
  readonly label: string;
  readonly file: string;
  readonly scope: EditableScope;
}

const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'];
const clineSettings = ['saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json'];
const rooSettings = ['rooveterinaryinc.roo-cline', 'settings', 'mcp_settings.json'];

/** The files of all products that are known, in a fixed order, whether or not they are there. */
export async function importLocations(places: ImportPlaces): Promise<readonly ImportLocation[]> {
  const { userHome, platform, workspaceFolder } = places;
  const path = platform === 'win32' ? win32 : posix;
  const settings = settingsFolder(places);
  const locations: ImportLocation[] = [];
  const add = (product: ImportProduct, label: string, scope: EditableScope, ...parts: string[]): void => {
    locations.push({ product, label, scope, file: path.join(...parts) });
  };
  if (workspaceFolder !== undefined) {
    add('vscode', 'VS Code, this workspace', 'project', workspaceFolder, '.vscode', 'mcp.json');
    add('cursor', 'Cursor, this workspace', 'project', workspaceFolder, '.cursor', 'mcp.json');
    add('roo', 'Roo Code, this workspace', 'project', workspaceFolder, '.roo', 'mcp.json');
    // Its servers for this folder alone are the person's own.
    add('claude-code', 'Claude Code, this workspace', 'local', userHome, '.claude.json');
  }
  for (const editor of editors.slice(0, 3)) {
    const label = editor === 'Code' ? 'VS Code' : editor === 'Code - Insiders' ? 'VS Code Insiders' : editor;
    add('vscode', label, 'user', settings, editor, 'User', 'mcp.json');
    const profiles = path.join(settings, editor, 'User', 'profiles');
    for (const profile of await foldersIn(profiles))
      add('vscode', `${label}, a profile`, 'user', profiles, profile, 'mcp.json');
  }
  add('claude-desktop', 'Claude Desktop', 'user', settings, 'Claude', 'claude_desktop_config.json');
  add('claude-code', 'Claude Code', 'user', userHome, '.claude.json');
  add('cursor', 'Cursor', 'user', userHome, '.cursor', 'mcp.json');
  add('windsurf', 'Windsurf', 'user', userHome, '.codeium', 'windsurf', 'mcp_config.json');
  for (const editor of editors) {
    const storage = path.join(settings, editor, 'User', 'globalStorage');
    add('cline', `Cline in ${editor}`, 'user', storage, ...clineSettings);
    add('roo', `Roo Code in ${editor}`, 'user', storage, ...rooSettings);
  }
  add('cline', 'Cline', 'user', userHome, '.cline', 'data', 'settings', 'cline_mcp_settings.json');
  return locations;
}

/** Where programs keep the settings of a person. */
function settingsFolder({ userHome, platform, environment }: ImportPlaces): string {
  switch (platform) {
    case 'darwin':
      return posix.join(userHome, 'Library', 'Application Support');
    case 'win32':
      return environment['APPDATA'] ?? win32.join(userHome, 'AppData', 'Roaming');
    default:
      return environment['XDG_CONFIG_HOME'] ?? posix.join(userHome, '.config');
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    // Most people have no profiles.
    return [];
  }
}
