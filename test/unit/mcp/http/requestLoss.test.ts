import assert from 'node:assert/strict';
import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import {
  isConnectionLost,
  isSessionLost,
  NetworkLostError,
  SessionLostError,
} from '../../../../src/core/mcp/http/connectionLoss.ts';
import { withLoss } from '../../../../src/core/mcp/http/requestLoss.ts';

function refusal(status: number, text = ''): SdkHttpError {
  return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'Error POSTing to endpoint', { status, text });
}

describe('the loss of a session', () => {
  for (const [status, text] of [
    [404, ''],
    [404, '<html>'],
    [400, 'Bad Request: No valid session ID provided'],
    [400, '{"error":{"code":-32000,"message":"Bad Request: Server not initialized"}}'],
    [410, 'This session has expired.'],
    [500, '{"error":"Invalid session"}'],
    [502, 'Session 8f3c is unknown'],
    [503, 'no such session'],
  ] as const) {
    it(`is told by ${status} with "${text}"`, () => {
      const loss = withLoss(refusal(status, text), true);
      assert.ok(loss instanceof SessionLostError);
      assert.equal(isSessionLost(loss), true);
      assert.equal(isConnectionLost(loss), false);
    });
  }

  for (const [status, text] of [
    [500, 'The database is away'],
    [400, 'Your tour session starts at nine'],
    [403, 'Session expired'],
    [429, ''],
  ] as const) {
    it(`is not told by ${status} with "${text}"`, () => {
      const error = refusal(status, text);
      assert.equal(withLoss(error, true), error);
    });
  }

  it('is not told where there was no session', () => {
    const error = refusal(404);
    assert.equal(withLoss(error, false), error);
  });
});

describe('the loss of the network', () => {
  it('says whether the request can have arrived', () => {
    const refused = withLoss(
      new TypeError('fetch failed', {
        cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
      }),
      true,
    );
    assert.ok(refused instanceof NetworkLostError);
    assert.deepEqual([refused.mayHaveArrived, refused.message], [false, 'connect ECONNREFUSED']);
    const broken = withLoss(new TypeError('terminated'), false);
    assert.ok(broken instanceof NetworkLostError);
    assert.equal(broken.mayHaveArrived, true);
  });

  it('is recognised below an error of the SDK, and when the SDK itself closed the connection', () => {
    const inner = new NetworkLostError('reset', true);
    assert.equal(
      isConnectionLost(new SdkError(SdkErrorCode.EraNegotiationFailed, 'failed', {}, { cause: inner })),
      true,
    );
    assert.equal(isConnectionLost(new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed')), true);
    assert.equal(isConnectionLost(new SdkError(SdkErrorCode.RequestTimeout, 'Request timed out')), false);
    assert.equal(isSessionLost(inner), false);
  });
});
