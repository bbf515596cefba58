import assert from 'node:assert/strict';
import { SdkErrorCode, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';
import { redactorOf } from '../../../../src/core/mcp/config/secretNames.ts';
import { NetworkLostError, SessionLostError } from '../../../../src/core/mcp/http/connectionLoss.ts';
import { MessageTooLongError } from '../../../../src/core/mcp/http/messageTooLongError.ts';
import { remoteRequestError } from '../../../../src/core/mcp/http/remoteRequestError.ts';

const subject = { server: 'tours', what: 'the tool "book"', redact: redactorOf(['hunter2-secret']) };

describe('the failure of a request over the network', () => {
  const http = new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'no', { status: 503, text: 'Back at nine' });
  for (const [error, code, says] of [
    [new UnauthorizedError(), 'needs_auth', /^"tours" did not do the tool "book", because it wants a sign-in\. /],
    [new SessionLostError('gone'), 'session_lost', /because it no longer knows the session\. Try again\.$/],
    [new NetworkLostError('reset', true), 'server_gone', /^The connection to "tours" broke during .* \(reset\)\./],
    [
      new NetworkLostError('no host', false),
      'server_gone',
      /could not be reached for .*, which was not sent \(no host\)/,
    ],
    [new MessageTooLongError(), 'protocol', /^"tours" answered the tool "book" with more than 10 MB/],
    [http, 'protocol', /^"tours" answered the tool "book" with HTTP 503 Service Unavailable\. It says: Back at nine$/],
  ] as const) {
    it(`is ${code} for ${error.name}: ${error.message}`, () => {
      const described = remoteRequestError(error, subject);
      assert.equal(described?.code, code);
      assert.match(described.message, says);
      assert.equal(described.cause, undefined);
    });
  }

  it('is nothing for any other error', () => {
    assert.equal(remoteRequestError(new Error('x'), subject), undefined);
  });

  it('leaves nothing of a secret that stands where the reason is cut', () => {
    const text = `${'x'.repeat(295)} hunter2-secret`;
    const error = new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'no', { status: 503, text });
    assert.doesNotMatch(remoteRequestError(error, subject)?.message ?? '', /hunt/);
  });
});
