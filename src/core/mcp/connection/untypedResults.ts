import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

/**
 * Takes results that do not say of which type they are for complete ones, which the modern era demands of clients (S26
 * basic/index, "resultType"; basic/patterns/mrtr). The SDK rejects them. To be called once the client is connected.
 */
export function takeUntypedResults(transport: Transport): void {
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => deliver?.(typed(message), extra);
}

function typed<T extends JSONRPCMessage>(message: T): T {
  if (!('result' in message) || 'resultType' in message.result) return message;
  return { ...message, result: { ...message.result, resultType: 'complete' } };
}
