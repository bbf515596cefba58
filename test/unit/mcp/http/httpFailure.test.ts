import assert from 'node:assert/strict';
import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { SignInError } from '../../../../src/core/mcp/auth/signInError.ts';
import { redactorOf } from '../../../../src/core/mcp/config/secretNames.ts';
import { describeHttpError } from '../../../../src/core/mcp/http/httpFailure.ts';

const address = 'https://tours.example/mcp';

function described(error: unknown, hasOwnAuthorization = false): string {
  const state = describeHttpError(error, { address, hasOwnAuthorization, redact: redactorOf(['hunter2-secret']) });
  return state.status === 'needsAuth'
    ? `needsAuth: ${state.message}`
    : `${state.failure.code}: ${state.failure.message}`;
}

function refusal(status: number, text?: string): SdkHttpError {
  return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'Error POSTing to endpoint', { status, text });
}

describe('the failure to connect over HTTP', () => {
  it('is a need to sign in', () => {
    assert.match(
      described(new UnauthorizedError()),
      /^needsAuth: It wants to know who asks \(HTTP 401\)\. Sign in to it/,
    );
    assert.match(described(refusal(401)), /^needsAuth: It wants to know who asks/);
    assert.match(described(refusal(401), true), /^needsAuth: It did not accept the "Authorization" header/);
    const again = new SdkHttpError(
      SdkErrorCode.ClientHttpAuthentication,
      'Server returned 401 after re-authentication',
      {
        status: 401,
      },
    );
    assert.match(described(again), /^needsAuth: It did not accept the sign-in that there is .* Sign in again\.$/);
    const scope = new InsufficientScopeError({ requiredScope: 'tours:book' });
    assert.equal(
      described(scope),
      'needsAuth: It wants more rights than the sign-in has (tours:book). Sign in again to grant them.',
    );
  });

  it('is a need to sign in when that stands below an error of the SDK', () => {
    const cause = new SignInError('needs_person', '"tours" wants a sign-in. Sign in to "tours".');
    const error = new SdkError(SdkErrorCode.EraNegotiationFailed, 'Version negotiation probe failed', {}, { cause });
    assert.equal(described(error), 'needsAuth: "tours" wants a sign-in. Sign in to "tours".');
  });

  it('quotes the reason of a refusal without secrets, and no pages', () => {
    const said = (text?: string): string => described(refusal(500, text)).replace(/^.*connect again later\./, '');
    assert.equal(said('{"jsonrpc":"2.0","error":{"code":-1,"message":"no table"}}'), ' It says: no table');
    assert.equal(said('{"error":"no table"}'), ' It says: no table');
    assert.equal(said('{"message":"no table for hunter2-secret"}'), ' It says: no table for <redacted>');
    assert.doesNotMatch(said(`${'x'.repeat(295)} hunter2-secret`), /hunt/, 'the head of a secret that is cut');
    assert.equal(said(`no${' '.repeat(50)}table\nleft`), ' It says: no table left');
    assert.equal(said('x'.repeat(1_000)), ` It says: ${'x'.repeat(300)}…`);
    for (const silent of [undefined, '', '<html>', '{"status":"bad"}']) assert.equal(said(silent), '');
  });

  it('tells who refused what', () => {
    assert.match(described(refusal(429)), /HTTP 429 Too Many Requests\. The server is asked too often: wait/);
    assert.match(
      described(refusal(418)),
      /HTTP 418 I'm a Teapot\. It does not take messages of MCP\. Check that "url"/,
    );
    assert.match(described(refusal(799)), /HTTP 799\. /);
    const protocol = new ProtocolError(-32603, 'out of order');
    assert.equal(
      described(protocol),
      `protocol: The server at ${address} refused to connect: out of order (code -32603). Correct what it reports and connect again.`,
    );
  });

  it('looks below what the SDK says of its probe', () => {
    const probe = (cause: unknown): SdkError =>
      new SdkError(SdkErrorCode.EraNegotiationFailed, 'Version negotiation probe failed', { cause }, { cause });
    assert.match(described(probe(refusal(404))), /^http_status: /);
    const page = new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, 'no', { contentType: 'text/html' });
    assert.match(described(probe(page)), /^protocol: .*with a web page instead/);
  });
});
