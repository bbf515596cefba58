/** Contract §6. `deny` is also what `ask` comes to where nobody can answer. */
export type PermissionMode = 'ask' | 'accept-reads' | 'deny' | 'bypass';

/** `*` matches any run of characters. A rule without `tool` and `uri` concerns everything of the server. */
export interface PermissionRule {
  readonly effect: 'allow' | 'ask' | 'deny';
  readonly server?: string | undefined;
  /** Original or public name. */
  readonly tool?: string | undefined;
  readonly uri?: string | undefined;
}
