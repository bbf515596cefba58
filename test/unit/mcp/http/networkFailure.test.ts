import assert from 'node:assert/strict';
import { isNetworkError, isUnsent } from '../../../../src/core/mcp/http/networkError.ts';
import { describeNetworkError } from '../../../../src/core/mcp/http/networkFailure.ts';

/** As `fetch` puts it. */
function failure(code: string, message = 'the reason'): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
}

describe('a failure of the network', () => {
  const address = 'https://tours.example/mcp';
  const cases: readonly (readonly [code: string, kind: 'unreachable' | 'tls', isUnsent: boolean, says: RegExp])[] = [
    ['ENOTFOUND', 'unreachable', true, /^The host of https:\/\/tours\.example\/mcp was not found\./],
    ['EAI_AGAIN', 'unreachable', true, /was not found/],
    ['ECONNREFUSED', 'unreachable', true, /^Nothing listens at/],
    ['UND_ERR_CONNECT_TIMEOUT', 'unreachable', true, /cannot be reached from here \(UND_ERR_CONNECT_TIMEOUT\)/],
    ['EHOSTUNREACH', 'unreachable', true, /Check the network, a VPN or a proxy\.$/],
    ['ECONNRESET', 'unreachable', false, /closed before an answer came/],
    ['UND_ERR_SOCKET', 'unreachable', false, /closed before an answer came/],
    ['UND_ERR_ABORTED', 'unreachable', false, /cannot be reached: the reason\./],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', true, /signed by itself.*NODE_EXTRA_CA_CERTS\.$/],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls', true, /signed by itself/],
    ['CERT_HAS_EXPIRED', 'tls', true, /has expired\. Renew it on the server\.$/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', true, /is for another host\. Correct "url", or the certificate/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', true, /cannot be trusted: the reason \(UNABLE_TO_VERIFY/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', true, /does not answer with TLS\./],
  ];
  for (const [code, kind, unsent, says] of cases) {
    it(`is told by ${code}, which ${unsent ? 'comes before' : 'may come after'} the request has arrived`, () => {
      const error = failure(code);
      const { code: found, message } = describeNetworkError(error, address);
      assert.equal(found, kind);
      assert.match(message, says);
      assert.deepEqual([isNetworkError(error), isUnsent(error)], [true, unsent]);
    });
  }

  it('is found in the attempts at several addresses, and below an error of the SDK', () => {
    const attempts = new AggregateError([Object.assign(new Error('no'), { code: 'ECONNREFUSED' })]);
    const error = new Error('Version negotiation probe failed', {
      cause: new TypeError('fetch failed', { cause: attempts }),
    });
    assert.match(describeNetworkError(error, address).message, /^Nothing listens/);
    assert.equal(isUnsent(error), true);
  });

  it('is told without a code too', () => {
    assert.equal(isNetworkError(new TypeError('terminated')), true);
    assert.equal(isUnsent(new TypeError('terminated')), false);
  });

  it('is not a failure of anything else', () => {
    assert.equal(isNetworkError(new Error('the server said no')), false);
    assert.equal(isNetworkError(Object.assign(new Error('no'), { code: 'REQUEST_TIMEOUT' })), false);
    assert.equal(isNetworkError('ECONNREFUSED'), false);
  });
});
