import type { LostState } from '../connection/serverChannel.ts';
import type { ConnectionLoss } from './connectionLoss.ts';

/** Says how an open connection to an address ended by itself. */
export function describeRemoteLoss(address: string, loss: ConnectionLoss): LostState {
  switch (loss) {
    case 'session':
      return lost(`The server at ${address} no longer knows the session; it was probably restarted. Connect again.`);
    case 'stream':
      return lost(
        `The connection to ${address} broke, and could not be taken up again. Check the network and the server, and connect again.`,
      );
    case 'silent':
      return lost(`The server at ${address} no longer answers. Check the network and the server, and connect again.`);
    case 'closed':
      return lost(`The server at ${address} closed the connection. Connect again.`);
    case 'signIn':
      return {
        status: 'needsAuth',
        message: 'It no longer accepts the sign-in that there is, or wants one with more rights. Sign in again.',
      };
    case 'message':
      return {
        status: 'failed',
        failure: {
          code: 'protocol',
          message: `The server at ${address} sent a message of more than 10 MB, and was disconnected. Connect again.`,
        },
      };
  }
}

/** Says that connecting to an address took too long. */
export function describeRemoteTimeout(address: string, timeoutMs: number): LostState {
  return {
    status: 'failed',
    failure: {
      code: 'timeout',
      message:
        `The server at ${address} did not answer within ${timeoutMs / 1000} s. Check that an MCP server runs there; ` +
        'if it is only slow, set a longer time to connect and connect again.',
    },
  };
}

function lost(message: string): LostState {
  return { status: 'failed', failure: { code: 'lost', message } };
}
