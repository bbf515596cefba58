import type { JsonObject } from '../../../../shared/base/json.ts';
import type { EditableScope } from '../serverEdits.ts';

/** A product whose configuration of servers can be taken over. */
export type ImportProduct =
  'vscode' | 'claude-desktop' | 'claude-code' | 'cursor' | 'windsurf' | 'cline' | 'roo' | 'patchbay' | 'unknown';

/** A value that was not copied because it is, or looks like, a secret. */
interface WithheldSecret {
  /** Path inside the entry, such as `env.API_KEY`. */
  readonly field: string;
  /** What stands there instead, such as `${input:docs-api-key}`: asked for when the server first starts. */
  readonly reference: string;
}

/** One server, converted to an entry of Patchbay's own. */
export interface ImportableServer {
  /** A valid name; `originalName` where that had to be changed. */
  readonly name: string;
  readonly originalName: string;
  /** What would be written. Holds no literal secret that could be told as one. */
  readonly entry: JsonObject;
  /** Entries of `inputs` that `entry` refers to. */
  readonly inputs: readonly JsonObject[];
  readonly withheld: readonly WithheldSecret[];
  /** Tools that the other product runs without asking. Not in `entry`; see `addImported`. */
  readonly alwaysAllow: readonly string[];
  /** What could not be taken over, in words for a person. */
  readonly notes: readonly string[];
  /** A server of the same name that is configured already. */
  readonly conflict?: { readonly scope: string; readonly file: string; readonly line: number } | undefined;
}

/** A configuration file of another product. */
export interface ImportSource {
  readonly product: ImportProduct;
  /** The product's own name, such as "Claude Desktop". */
  readonly label: string;
  readonly file: string;
  /** The scope where its servers belong: a workspace's are not everybody's. */
  readonly scope: EditableScope;
  readonly servers: readonly ImportableServer[];
  /** Why the file, or some entry of it, could not be read; with the line. */
  readonly problems: readonly string[];
}

/** What a person pasted. */
export interface PastedServers {
  readonly product: ImportProduct;
  readonly servers: readonly ImportableServer[];
  /** Why nothing, or not all, could be read of it. */
  readonly problems: readonly string[];
}
