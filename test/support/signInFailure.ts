import assert from 'node:assert/strict';
import type { SignInErrorCode } from '../../src/core/mcp/auth/signInError.ts';
import { SignInError } from '../../src/core/mcp/auth/signInError.ts';

/** For `assert.rejects`: that a sign-in failed for this reason, in words that name what has to be named. */
export function signInFails(code: SignInErrorCode, ...words: readonly RegExp[]): (error: unknown) => true {
  return (error) => {
    assert(error instanceof SignInError, String(error));
    assert.equal(error.code, code, error.message);
    for (const word of words) assert.match(error.message, word);
    return true;
  };
}
