import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  editorEnvironment,
  editorFolderArguments,
  editorFolders,
  startEditorServer,
  type RunningEditorServer,
} from '../../../scripts/editor/server.mjs';
import { runCommand } from '../../../scripts/setup/command.mjs';
import { ensureEditor } from '../../../scripts/setup/editor.mjs';
import { node24, repositoryRoot } from '../../../scripts/setup/paths.mjs';

export interface EditorServerOptions {
  /** A `.vsix` to install, instead of running the checkout as an extension under development. */
  readonly vsix?: string;
  /** Folders of more extensions that are installed, such as one that brings language models. */
  readonly extensions?: readonly string[];
  /** The user's settings, over the harness's own. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Added to the environment of the extension host. `PATCHBAY_HOME` is set already. */
  readonly env?: Readonly<Record<string, string>>;
  /** `ask` leaves a new workspace in Restricted Mode; `off`, the default, trusts every one. */
  readonly workspaceTrust?: 'ask' | 'off';
}

/** What a page is opened with. */
export interface WorkbenchTarget {
  /** The workspace folder; an empty window without one. */
  readonly folder?: string;
  /** A CommonJS module whose `run()` is called in the extension host. */
  readonly testsPath?: string;
}

/** Settings that keep the editor's own chat and greetings out of the way and tie its theme to the page's. */
const ownSettings = {
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'window.autoDetectColorScheme': true,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** A VS Code that serves its workbench on loopback, with folders of its own that go away with it. */
export class EditorServer {
  /** Where everything of this server lives, absolute. */
  readonly folder: string;
  readonly #server: RunningEditorServer;
  readonly #options: EditorServerOptions;

  private constructor(folder: string, server: RunningEditorServer, options: EditorServerOptions) {
    this.folder = folder;
    this.#server = server;
    this.#options = options;
  }

  static async start(options: EditorServerOptions = {}): Promise<EditorServer> {
    const editor = await ensureEditor();
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-editor-'));
    try {
      await writeJson(editorFolders(folder).settings, { ...ownSettings, ...options.settings });
      if (options.vsix !== undefined) await installExtension(editor, folder, options.vsix);
      // The address of a window names one extension under development only.
      for (const path of options.extensions ?? [])
        await cp(path, join(editorFolders(folder).extensions, basename(path)), { recursive: true });
      const server = await startEditorServer({
        editor,
        dataFolder: folder,
        env: { PATCHBAY_HOME: homeBelow(folder), ...options.env },
        args: [
          '--enable-smoke-test-driver',
          ...(options.workspaceTrust === 'ask' ? [] : ['--disable-workspace-trust']),
        ],
      });
      return new EditorServer(folder, server, options);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Such as `http://127.0.0.1:43210`. */
  get origin(): string {
    return this.#server.origin;
  }

  /** The `PATCHBAY_HOME` of the extension. */
  get home(): string {
    return homeBelow(this.folder);
  }

  /** The address that opens the workbench with the extensions of this server. */
  url({ folder, testsPath }: WorkbenchTarget): string {
    const remote = (path: string): string => `vscode-remote://${new URL(this.origin).host}${path}`;
    const developed = this.#options.vsix === undefined ? [repositoryRoot] : [];
    const payload = [
      ...developed.map((path) => ['extensionDevelopmentPath', remote(path)]),
      ...(testsPath === undefined ? [] : [['extensionTestsPath', remote(testsPath)]]),
      ['skipWelcome', 'true'],
    ];
    const query = new URLSearchParams({
      ...(folder === undefined ? { ew: 'true' } : { folder }),
      payload: JSON.stringify(payload),
    });
    return `${this.origin}/?${query.toString()}`;
  }

  /**
   * Creates a workspace that goes away with the server.
   *
   * @param files Content by path; an object is written as JSON.
   * @returns The absolute path of the folder.
   */
  async createWorkspace(files: Readonly<Record<string, string | object>> = {}): Promise<string> {
    const parent = join(this.folder, 'workspaces');
    await mkdir(parent, { recursive: true });
    const workspace = await mkdtemp(join(parent, 'workspace-'));
    for (const [path, content] of Object.entries(files)) {
      const file = join(workspace, path);
      if (typeof content !== 'string') await writeJson(file, content);
      else await writeText(file, content);
    }
    return workspace;
  }

  /** Replaces the user's settings; an open window takes them over by itself. */
  async writeSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await writeJson(editorFolders(this.folder).settings, { ...ownSettings, ...this.#options.settings, ...settings });
  }

  /** Copies the logs of the server, the extension host and the output channels into `target`. */
  async copyLogs(target: string): Promise<void> {
    const { log, user } = editorFolders(this.folder);
    await mkdir(target, { recursive: true });
    await cp(log, join(target, 'server.log'));
    await cp(join(user, 'logs'), join(target, 'logs'), { recursive: true });
  }

  /** Ends the server with everything that it started, and removes its folder. */
  async dispose(): Promise<void> {
    await this.#server.stop();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function homeBelow(folder: string): string {
  return join(folder, 'home');
}

async function installExtension(editor: string, folder: string, vsix: string): Promise<void> {
  const serverMain = join(editor, 'out', 'server-main.js');
  await runCommand(node24, [serverMain, '--install-extension', vsix, ...editorFolderArguments(folder)], {
    env: editorEnvironment(),
  });
}

async function writeJson(path: string, content: object): Promise<void> {
  await writeText(path, `${JSON.stringify(content, undefined, 2)}\n`);
}

async function writeText(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
