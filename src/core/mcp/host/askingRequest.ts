import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestId, Transport } from '@modelcontextprotocol/client';
import { DisposableStore, toDisposable } from '../../../shared/base/disposable.ts';

/** What a request is made for, of the caller's own kind: handed through, and never looked into. */
export type RequestOrigin = object;

/**
 * A request to a server that is under way. What the server asks of the host because of it is answered in its context:
 * the answer that asks (2026-07-28) or the stream of the answer (Streamable HTTP) says which one it is. On a pipe or a
 * socket of the legacy era nothing says it.
 */
export class RequestUnderWay {
  readonly method: string;
  readonly origin: RequestOrigin | undefined;
  /** Ends the tracing of each message that was sent for it. */
  readonly sent = new DisposableStore();
  /** Its id on the wire; of the last one, where it took several rounds. */
  id: RequestId | undefined;

  constructor(method: string, origin: RequestOrigin | undefined) {
    this.method = method;
    this.origin = origin;
  }
}

const underWay = new AsyncLocalStorage<RequestUnderWay | undefined>();

/** The request because of which the server asks, for a handler of what it asks; undefined where nothing says it. */
export function askingRequest(): RequestUnderWay | undefined {
  return underWay.getStore();
}

/** Sends a request, so that it can be told which one the server asks for. */
export async function sendTraced<T>(request: RequestUnderWay, send: () => Promise<T>): Promise<T> {
  try {
    return await underWay.run(request, send);
  } finally {
    request.sent.dispose();
  }
}

/** Runs what belongs to no request, such as connecting anew because one has failed. */
export function untraced<T>(work: () => T): T {
  return underWay.run(undefined, work);
}

/** Brings answers back into the context of their request, which a pipe loses. To be called once it is connected. */
export function traceRequests(transport: Transport): void {
  const open = new Map<RequestId, RequestUnderWay>();
  const send = transport.send.bind(transport);
  const deliver = transport.onmessage;
  transport.send = (message, options) => {
    const request = askingRequest();
    // What is sent meanwhile for other reasons, such as a list that changed, is not a part of it.
    if (request && 'method' in message && 'id' in message && message.method === request.method) {
      const { id } = message;
      request.id = id;
      open.set(id, request);
      request.sent.add(toDisposable(() => open.delete(id)));
    }
    return send(message, options);
  };
  transport.onmessage = (message, extra) => {
    const request = 'method' in message || message.id === undefined ? undefined : open.get(message.id);
    if (request) underWay.run(request, () => deliver?.(message, extra));
    else deliver?.(message, extra);
  };
}
