import type { JsonObject } from '../../../shared/base/json.ts';

/** Scopes whose files Patchbay writes; those of a session are given by whoever starts it. */
export type EditableScope = 'user' | 'project' | 'local';

export interface AddOptions {
  /** Replaces an entry of the same name in the same file; without it that is an error `exists`. */
  readonly isReplacing?: boolean | undefined;
  /** False where nobody has read the entry: a server of the workspace waits for approval then. */
  readonly isApproved?: boolean | undefined;
  /** Entries of `inputs` that the server refers to. One whose `id` means something else in the file gets another. */
  readonly inputs?: readonly JsonObject[] | undefined;
}

/** Where a server was written, and what the person should know about it. */
export interface AddedServer {
  readonly file: string;
  /** 1-based line of its name. */
  readonly line: number;
  /** Such as a value that looks secret in a file that is shared, or that the approval could not be kept. */
  readonly warnings: readonly string[];
}

/**
 * A person's changes of the configuration (contract §3). Files keep their comments, order, indentation and line ends;
 * a change is one locked read and one atomic write, so that several windows and command lines do not lose each
 * other's. Each resolves when the hub has read the configuration anew, and rejects with a `ConfigEditError`.
 */
export interface ServerEdits {
  /**
   * Writes a server as given into the file of a scope, which is made when it is missing. A server of the workspace is
   * approved by that, unless the options say otherwise.
   */
  add(scope: EditableScope, name: string, entry: JsonObject, options?: AddOptions): Promise<AddedServer>;

  /** Takes a server out of the file of a scope; without a scope, out of the file whose definition is in use. */
  remove(name: string, scope?: EditableScope): Promise<{ readonly file: string }>;

  /** Switches a server on or off. For one of a shared project file this is kept privately and the file stays as it is. */
  setEnabled(name: string, isEnabled: boolean): Promise<void>;

  /** Switches one tool, by the name that its server gave it, on or off; kept as `setEnabled` is. */
  setToolEnabled(name: string, tool: string, isEnabled: boolean): Promise<void>;

  /**
   * Forgets what was answered and switched for this workspace: approvals, switches of its project servers, and the
   * values of inputs of its files. Resolves to how many approvals and switches there were.
   */
  resetChoices(): Promise<number>;

  /** Forgets the values that were given for the inputs of a server. Its next start asks again. Resolves to their number. */
  forgetInputs(name: string): Promise<number>;
}
