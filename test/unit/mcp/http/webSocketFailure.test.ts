import assert from 'node:assert/strict';
import { UpgradeRefusedError, WebSocketClosedError } from '../../../../src/core/mcp/http/webSocketErrors.ts';
import { describeUpgradeRefusal, describeWebSocketClose } from '../../../../src/core/mcp/http/webSocketFailure.ts';

const address = 'wss://tours.example/mcp';

describe('the end of a WebSocket', () => {
  const closed = (code: number, reason = '', cause?: Error): string => {
    const { code: kind, message } = describeWebSocketClose(new WebSocketClosedError(code, reason, { cause }), address);
    return `${kind}: ${message}`;
  };

  for (const [code, says] of [
    [1000, /ended the connection\. Connect again\.$/],
    [1001, /is shutting down or restarting/],
    [1006, /^lost: The connection to wss:\/\/tours\.example\/mcp broke off\. Connect again\.$/],
    [1007, /could not read what it was sent \(code 1007\)/],
    [1008, /does not allow the connection/],
    [1009, /A message was too long for the server/],
    [1011, /met with an error \(code 1011\): look into its log/],
    [1012, /is shutting down or restarting/],
    [1013, /is too busy: wait a while/],
    [4001, /closed the connection with code 4001/],
  ] as const) {
    it(`says what ${code} means`, () => assert.match(closed(code), says));
  }

  it('passes on what the server said', () => {
    assert.match(closed(4001, 'Too old'), /with code 4001\. Connect again\. It says: Too old$/);
  });

  it('tells what the network did to it', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    assert.match(closed(1006, '', cause), /^unreachable: Nothing listens at wss:/);
  });
});

describe('the refusal of a WebSocket', () => {
  it('says what to do', () => {
    const refused = (status: number): string =>
      describeUpgradeRefusal(new UpgradeRefusedError(status), address).message;
    assert.match(refused(403), /HTTP 403 instead of a WebSocket\. It wants credentials, .* of the type http\.$/);
    assert.match(refused(200), /HTTP 200 instead of a WebSocket\. Check that "url"/);
  });
});
