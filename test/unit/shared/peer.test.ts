import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { Emitter } from '../../../src/shared/base/emitter.ts';
import { declareNotification, declareRequest } from '../../../src/shared/rpc/declaration.ts';
import { RpcError, rpcErrorCode } from '../../../src/shared/rpc/message.ts';
import { Peer } from '../../../src/shared/rpc/peer.ts';
import { FakeTimers } from '../agent/fakes/fakeTimers.ts';
import { linkedPorts } from './linkedPorts.ts';

const double = declareRequest('number/double', {
  params: z.object({ value: z.number() }),
  result: z.object({ value: z.number() }),
  timeoutMs: 1_000,
});
const wait = declareRequest('person/wait', { params: z.object({}), result: z.object({}) });
const greet = declareNotification('person/greet', z.object({ name: z.string() }));

const rejectsWith = (code: number) => (error: unknown) => error instanceof RpcError && error.code === code;

describe('Peer', () => {
  let timers: FakeTimers;
  let host: Peer;
  let view: Peer;

  beforeEach(() => {
    timers = new FakeTimers();
    const [one, other] = linkedPorts();
    host = new Peer(one, timers.schedule);
    view = new Peer(other, timers.schedule);
  });

  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('answers requests from both sides at the same time, and leaves no timer', async () => {
    host.onRequest(double, ({ value }) => ({ value: value * 2 }));
    view.onRequest(double, ({ value }) => Promise.resolve({ value: value * 2 }));
    const values = await Promise.all([view, host, view].map((peer, value) => peer.request(double, { value }).result));
    assert.deepEqual(values, [{ value: 0 }, { value: 2 }, { value: 4 }]);
    assert.deepEqual(timers.delays, []);
  });

  it('delivers notifications in order', async () => {
    const greeted: string[] = [];
    host.onNotification(greet, ({ name }) => greeted.push(name));
    for (const name of ['Ada', 'Grace', 'Barbara']) view.notify(greet, { name });
    await settled();
    assert.deepEqual(greeted, ['Ada', 'Grace', 'Barbara']);
  });

  it('refuses parameters of another shape on the receiving side', async () => {
    host.onRequest(double, () => assert.fail('the handler must not run'));
    host.onNotification(greet, () => assert.fail('the handler must not run'));
    const rejected: string[] = [];
    host.onDidReject((why) => rejected.push(why));
    const request = view.request(double, { value: 'two' } as never).result;
    await assert.rejects(request, rejectsWith(rpcErrorCode.invalidParams));
    view.notify(greet, {} as never);
    await settled();
    assert.deepEqual(
      rejected.map((why) => why.split(':')[0]),
      ['number/double', 'person/greet'],
    );
  });

  it('refuses a result of another shape on the asking side', async () => {
    host.onRequest(double, () => ({ value: 'four' }) as never);
    await assert.rejects(view.request(double, { value: 2 }).result, /answer to 'number\/double' has another shape/);
  });

  it('reports what it does not understand and goes on', async () => {
    const emitter = new Emitter<unknown>();
    const posted: unknown[] = [];
    const peer = new Peer({ onMessage: emitter.event, post: (message) => posted.push(message) }, timers.schedule);
    const rejected: string[] = [];
    peer.onDidReject((why) => rejected.push(why));
    peer.onRequest(double, ({ value }) => ({ value: value * 2 }));
    const garbage = [
      null,
      'hello',
      5,
      [],
      {},
      { jsonrpc: '1.0', method: 'x' },
      { jsonrpc: '2.0', id: 'x', method: 'y' },
    ];
    for (const message of garbage) emitter.fire(message);
    assert.equal(rejected.length, garbage.length);
    emitter.fire({ jsonrpc: '2.0', id: 1, method: 'no/such' });
    emitter.fire({ jsonrpc: '2.0', id: 99, result: {} });
    emitter.fire({ jsonrpc: '2.0', id: 2, method: 'number/double', params: { value: 4 } });
    await settled();
    assert.deepEqual(posted, [
      {
        jsonrpc: '2.0',
        id: 1,
        error: { code: rpcErrorCode.methodNotFound, message: "No handler for request 'no/such'" },
      },
      { jsonrpc: '2.0', id: 2, result: { value: 8 } },
    ]);
  });

  it('turns a handler that throws into an error for the one who asked', async () => {
    host.onRequest(double, () => {
      throw new Error('The calculator is broken');
    });
    await assert.rejects(view.request(double, { value: 1 }).result, /The calculator is broken/);
  });

  it('gives up after the time of the declaration and tells the other side', async () => {
    let isCancelled = false;
    host.onRequest(double, (_params, context) => {
      context.onDidCancel(() => (isCancelled = true));
      return new Promise(() => undefined);
    });
    const { result } = view.request(double, { value: 1 });
    await settled();
    assert.deepEqual(timers.delays, [1_000]);
    timers.elapse();
    await assert.rejects(result, rejectsWith(rpcErrorCode.cancelled));
    await settled();
    assert.equal(isCancelled, true);
  });

  it('waits for a person without a time limit, until it is cancelled', async () => {
    let cancelled = 0;
    host.onRequest(wait, (_params, context) => {
      context.onDidCancel(() => (cancelled += 1));
      return new Promise(() => undefined);
    });
    const pending = view.request(wait, {});
    await settled();
    assert.deepEqual(timers.delays, []);
    pending.cancel();
    pending.cancel();
    await assert.rejects(pending.result, rejectsWith(rpcErrorCode.cancelled));
    await settled();
    assert.equal(cancelled, 1);
  });

  it('drops an answer that comes after it gave up', async () => {
    let answer = (): void => undefined;
    host.onRequest(wait, () => new Promise((resolve) => (answer = () => resolve({}))));
    const pending = view.request(wait, {});
    await settled();
    pending.cancel();
    await assert.rejects(pending.result, RpcError);
    answer();
    await settled();
    host.onRequest(double, ({ value }) => ({ value }));
    assert.deepEqual(await view.request(double, { value: 3 }).result, { value: 3 });
  });

  it('answers nothing of what another side asked that is gone, and tells whoever works on it', async () => {
    const toHost = new Emitter<unknown>();
    const posted: unknown[] = [];
    const peer = new Peer({ onMessage: toHost.event, post: (message) => posted.push(message) }, timers.schedule);
    const rejected: string[] = [];
    peer.onDidReject((why) => rejected.push(why));
    const answers: ((outcome: Record<string, never> | Promise<never>) => void)[] = [];
    let cancelled = 0;
    peer.onRequest(wait, (_params, context) => {
      context.onDidCancel(() => (cancelled += 1));
      return new Promise((resolve) => answers.push(resolve));
    });
    peer.onRequest(double, ({ value }, context) => {
      peer.forgetRequests(context);
      return { value: value * 2 };
    });
    const ask = (id: number, method: string, params: object): void =>
      toHost.fire({ jsonrpc: '2.0', id, method, params });
    ask(1, 'person/wait', {});
    ask(2, 'person/wait', {});
    ask(1, 'number/double', { value: 4 });
    ask(2, 'person/wait', {});
    await settled();
    assert.equal(cancelled, 2);
    answers[0]?.({});
    answers[1]?.(Promise.reject(new Error('too late')));
    await settled();
    assert.deepEqual(posted, [{ jsonrpc: '2.0', id: 1, result: { value: 8 } }]);
    answers[2]?.({});
    await settled();
    assert.deepEqual(posted.slice(1), [{ jsonrpc: '2.0', id: 2, result: {} }]);
    assert.deepEqual(rejected, []);
  });

  it('allows one handler of a method, and another once that is gone', () => {
    const first = host.onRequest(double, ({ value }) => ({ value }));
    assert.throws(
      () => host.onRequest(double, ({ value }) => ({ value })),
      /a handler for request 'number\/double' already/,
    );
    first.dispose();
    host.onRequest(double, ({ value }) => ({ value }));
    host.onNotification(greet, () => undefined);
    assert.throws(() => host.onNotification(greet, () => undefined), /already/);
  });

  it('ends everything under way when it is disposed, and asks nothing any more', async () => {
    let isCancelled = false;
    view.onRequest(wait, (_params, context) => {
      context.onDidCancel(() => (isCancelled = true));
      return new Promise(() => undefined);
    });
    host.onRequest(double, () => new Promise(() => undefined));
    const own = view.request(double, { value: 1 }).result;
    void host.request(wait, {}).result.catch(() => undefined);
    await settled();
    view.dispose();
    await assert.rejects(own, rejectsWith(rpcErrorCode.cancelled));
    assert.equal(isCancelled, true);
    assert.deepEqual(timers.delays, []);
    await assert.rejects(view.request(double, { value: 1 }).result, rejectsWith(rpcErrorCode.cancelled));
    assert.deepEqual(timers.delays, []);
  });
});
