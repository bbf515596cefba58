/**
 * The tokens that a server has refused. Refusals come late: by the time one is dealt with, another request may have
 * brought a new token, which nobody has refused.
 */
export class RefusedTokens {
  readonly #tokens = new Set<string>();

  /** Notes the answer to a request that carried a token. */
  note(init: RequestInit | undefined, { status }: Response): void {
    const [, token] = /^\w+ (.+)$/u.exec(new Headers(init?.headers).get('authorization') ?? '') ?? [];
    if (token === undefined) return;
    if (status === 401) this.#tokens.add(token);
    else this.#tokens.delete(token);
  }

  has(token: string): boolean {
    return this.#tokens.has(token);
  }
}
