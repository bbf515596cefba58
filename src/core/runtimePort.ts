import type { Warning } from '../shared/thread/threadEvent.ts';
import type { Logger } from './base/logger.ts';
import type { SecretStore } from './base/secretStore.ts';
import type { ApprovalStore } from './agent/approval/approvalStore.ts';
import type { ThreadRunnerPort } from './agent/threadRunnerPort.ts';
import type { SignInSurface } from './mcp/auth/signInSurface.ts';
import type { InputPrompt } from './mcp/config/inputPrompt.ts';
import type { HostHandlers } from './mcp/host/hostHandlers.ts';
import type { Hub } from './mcp/hub.ts';
import type { ServerSnapshot } from './mcp/hubPort.ts';
import type { EditorModels } from './models/editorModels.ts';
import type { LanguageModel } from './models/languageModel.ts';
import type { ModelChoice } from './models/modelChoice.ts';
import type { ArtifactStore } from './threads/artifactStore.ts';
import type { ThreadsPort } from './threads/threadsPort.ts';
import type { Settings } from './settings.ts';

/** What a surface (editor, command line) must say to run the core. */
export interface RuntimeOptions {
  /** `$PATCHBAY_HOME` or `~/.patchbay`: user configuration, trust, approvals. */
  readonly home: string;
  /** Folder of threads and artifacts. */
  readonly storage: string;
  /** Absolute path of the workspace root, when there is one. */
  readonly workspaceFolder?: string | undefined;
  readonly cwd: string;
  /** False in Restricted Mode: the workspace's own servers never start. Asked at each start, since trust can be given later. */
  readonly isTrusted: () => boolean;
  /** Files of the session scope, in order. */
  readonly sessionConfigFiles: readonly string[];
  /** Only the session's files count. */
  readonly isStrictConfig: boolean;
  /** Whether a person can answer an approval here. */
  readonly canAsk: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The surface's own way to servers over HTTP; without it, the proxies count that the environment names. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly settings: () => Settings;
  readonly secrets: SecretStore;
  /** The editor's own models, where the surface is an editor that may have some. */
  readonly editorModels?: EditorModels | undefined;
  /** Where a person can sign in to servers; missing where nobody sits. */
  readonly signInSurface?: SignInSurface | undefined;
  /** Asks for the values of `${input:id}` in configurations; missing where nobody sits. */
  readonly askInput?: InputPrompt | undefined;
  /**
   * What servers may ask of this surface where no thread is behind it, such as by hand or while connecting. What they
   * ask because of a thread's call is asked in the thread.
   */
  readonly hostHandlers: HostHandlers;
  readonly version: string;
  readonly logger: Logger;
}

/** The core, composed: what every surface works with. */
export interface RuntimePort {
  /** The whole hub: approving and restarting servers is for surfaces. The agent has the `HubPort` of it. */
  readonly hub: Hub;
  readonly artifacts: ArtifactStore;
  /** What is always allowed; listed and revocable. */
  readonly approvals: ApprovalStore;
  /** The stored conversations: listed, found, read, renamed, deleted and exported. */
  readonly threads: ThreadsPort;
  /** The model of the settings. Rejects with a `ModelError` `not_configured` when they name none that exists. */
  model(): Promise<LanguageModel>;
  /** The models to choose from, for pickers. */
  models(): Promise<readonly ModelChoice[]>;
  /**
   * What the model of the settings is told differently of a server's tools (`schema_repaired`), or not told at all
   * (`tool_skipped`): to be shown with the server, beside the warnings of its catalog.
   */
  modelWarnings(server: ServerSnapshot): readonly Warning[];
  newThread(): Promise<ThreadRunnerPort>;
  /**
   * Opens a stored thread to go on with it, with the servers of this workspace, whichever one it belongs to. Rejects with
   * a `ThreadError`: `locked` while it is open here or in another window or command; then `threads.read` shows it.
   * `patienceMs` is how long it may take that one to close it: a window that is reloaded opens what it is still closing.
   */
  openThread(id: string, patienceMs?: number): Promise<ThreadRunnerPort>;
  /** Stops turns, closes servers and writes what is left. */
  dispose(): Promise<void>;
}
