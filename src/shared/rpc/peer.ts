import * as z from 'zod/mini';
import type { Disposable } from '../base/disposable.ts';
import { DisposableStore, toDisposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { messageOf } from '../base/messageOf.ts';
import type { NotificationDeclaration, RequestDeclaration } from './declaration.ts';
import { declareNotification } from './declaration.ts';
import type { RpcMessage } from './message.ts';
import { rpcErrorCode, RpcError, rpcMessageSchema } from './message.ts';
import type { Port, Schedule } from './port.ts';

/** Tells the other side that nobody waits for the answer any more. */
const cancelRequest = declareNotification('rpc/cancel', z.object({ id: z.number() }));

/** What a request handler may observe: whether the asking side gave up. */
export interface RequestContext {
  readonly isCancelled: boolean;
  onDidCancel(listener: () => void): Disposable;
}

/** A request under way. */
export interface PendingRequest<R> {
  readonly result: Promise<R>;
  cancel(): void;
}

interface Waiting {
  settle(outcome: { result: unknown } | { error: RpcError }): void;
}

/** A request of the other side under way. */
interface Inbound {
  readonly id: number;
  readonly cancelled: Emitter<void>;
  isCancelled: boolean;
  /** The side that asked is gone: its ids may be in use again, so nothing is answered. */
  isForgotten: boolean;
}

interface Handler {
  run(params: unknown, context: RequestContext): Promise<unknown>;
}

/**
 * JSON-RPC 2.0 over a port, the same class on both sides. Every inbound message is parsed with the schema of its
 * declaration; what does not parse is reported through `onDidReject` and, for requests, answered with an error.
 */
export class Peer implements Disposable {
  readonly #port: Port;
  readonly #schedule: Schedule;
  readonly #owned = new DisposableStore();
  readonly #requests = new Map<string, Handler>();
  readonly #notifications = new Map<string, (params: unknown) => void>();
  readonly #waiting = new Map<number, Waiting>();
  readonly #inbound = new Map<RequestContext, Inbound>();
  readonly #rejected = new Emitter<string>();
  #nextId = 1;

  /** A message that was not understood: says which and why. */
  readonly onDidReject = this.#rejected.event;

  constructor(port: Port, schedule: Schedule) {
    this.#port = port;
    this.#schedule = schedule;
    this.#owned.add(port.onMessage((message) => this.#receive(message)));
    this.#owned.add(this.onNotification(cancelRequest, ({ id }) => this.#cancelInbound(id)));
    this.#owned.add(this.#rejected);
  }

  /** Registers the one handler of a request. Throws when there is one already. */
  onRequest<P, R>(
    declaration: RequestDeclaration<P, R>,
    handle: (params: P, context: RequestContext) => R | Promise<R>,
  ): Disposable {
    const { method } = declaration;
    if (this.#requests.has(method)) throw new Error(`There is a handler for request '${method}' already`);
    this.#requests.set(method, {
      async run(params, context) {
        const parsed = declaration.params.safeParse(params);
        if (!parsed.success) throw new RpcError(rpcErrorCode.invalidParams, z.prettifyError(parsed.error));
        return handle(parsed.data, context);
      },
    });
    return toDisposable(() => this.#requests.delete(method));
  }

  /** Registers the one handler of a notification. Throws when there is one already. */
  onNotification<P>(declaration: NotificationDeclaration<P>, handle: (params: P) => void): Disposable {
    const { method } = declaration;
    if (this.#notifications.has(method)) throw new Error(`There is a handler for notification '${method}' already`);
    this.#notifications.set(method, (params) => {
      const parsed = declaration.params.safeParse(params);
      if (parsed.success) handle(parsed.data);
      else this.#rejected.fire(`${method}: ${z.prettifyError(parsed.error)}`);
    });
    return toDisposable(() => this.#notifications.delete(method));
  }

  notify<P>(declaration: NotificationDeclaration<P>, params: P): void {
    this.#post({ jsonrpc: '2.0', method: declaration.method, params });
  }

  /** Asks the other side. Rejects with an `RpcError` on an error answer, time-out, cancellation or disposal. */
  request<P, R>(declaration: RequestDeclaration<P, R>, params: P): PendingRequest<R> {
    if (this.#owned.isDisposed) return { result: Promise.reject(wentAway()), cancel: () => undefined };
    const id = this.#nextId++;
    const { method, timeoutMs } = declaration;
    const giveUp = (message: string): void => {
      if (!this.#waiting.has(id)) return;
      this.notify(cancelRequest, { id });
      this.#waiting.get(id)?.settle({ error: new RpcError(rpcErrorCode.cancelled, message) });
    };
    const result = new Promise<R>((resolve, reject) => {
      const timer =
        timeoutMs === undefined
          ? undefined
          : this.#schedule(() => giveUp(`'${method}' was not answered within ${timeoutMs} ms`), timeoutMs);
      this.#waiting.set(id, {
        settle: (outcome) => {
          this.#waiting.delete(id);
          timer?.dispose();
          if ('error' in outcome) return reject(outcome.error);
          const parsed = declaration.result.safeParse(outcome.result);
          if (parsed.success) return resolve(parsed.data);
          const why = `The answer to '${method}' has another shape: ${z.prettifyError(parsed.error)}`;
          reject(new RpcError(rpcErrorCode.internalError, why));
        },
      });
      this.#post({ jsonrpc: '2.0', id, method, params });
    });
    return { result, cancel: () => giveUp(`'${method}' was cancelled`) };
  }

  /**
   * Another side took the place of the one that asked, and counts its requests anew: what is under way is cancelled and
   * its answers are not posted, since they would be taken for answers to the new one. `except` is the request that
   * announced the change.
   */
  forgetRequests(except?: RequestContext): void {
    for (const [context, entry] of [...this.#inbound]) {
      if (context === except) continue;
      entry.isForgotten = true;
      cancel(entry);
    }
  }

  dispose(): void {
    this.#owned.dispose();
    for (const waiting of [...this.#waiting.values()]) waiting.settle({ error: wentAway() });
    this.forgetRequests();
  }

  #post(message: RpcMessage): void {
    this.#port.post(message);
  }

  #receive(raw: unknown): void {
    const parsed = rpcMessageSchema.safeParse(raw);
    if (!parsed.success) {
      this.#rejected.fire(`Not a JSON-RPC message: ${z.prettifyError(parsed.error)}`);
      return;
    }
    const message = parsed.data;
    if (!('method' in message)) {
      // An answer nobody waits for arrived after a time-out or a cancellation.
      this.#waiting
        .get(message.id)
        ?.settle(
          'error' in message
            ? { error: new RpcError(message.error.code, message.error.message) }
            : { result: message.result },
        );
    } else if ('id' in message) {
      void this.#answer(message.id, message.method, message.params);
    } else {
      const handle = this.#notifications.get(message.method);
      if (handle) handle(message.params);
      else this.#rejected.fire(`No handler for notification '${message.method}'`);
    }
  }

  async #answer(id: number, method: string, params: unknown): Promise<void> {
    const handler = this.#requests.get(method);
    const entry: Inbound = { id, cancelled: new Emitter<void>(), isCancelled: false, isForgotten: false };
    const context: RequestContext = {
      get isCancelled() {
        return entry.isCancelled;
      },
      onDidCancel: (listener) => entry.cancelled.event(listener),
    };
    this.#inbound.set(context, entry);
    try {
      if (!handler) throw new RpcError(rpcErrorCode.methodNotFound, `No handler for request '${method}'`);
      const result = await handler.run(params, context);
      if (!entry.isForgotten) this.#post({ jsonrpc: '2.0', id, result });
    } catch (error) {
      if (entry.isForgotten) return;
      const code = error instanceof RpcError ? error.code : rpcErrorCode.internalError;
      const text = messageOf(error);
      this.#post({ jsonrpc: '2.0', id, error: { code, message: text } });
      if (code !== rpcErrorCode.cancelled) this.#rejected.fire(`${method}: ${text}`);
    } finally {
      this.#inbound.delete(context);
      entry.cancelled.dispose();
    }
  }

  #cancelInbound(id: number): void {
    for (const entry of this.#inbound.values()) {
      if (entry.id === id && !entry.isForgotten) cancel(entry);
    }
  }
}

function cancel(entry: Inbound): void {
  if (entry.isCancelled) return;
  entry.isCancelled = true;
  entry.cancelled.fire();
}

function wentAway(): RpcError {
  return new RpcError(rpcErrorCode.cancelled, 'The other side went away');
}
