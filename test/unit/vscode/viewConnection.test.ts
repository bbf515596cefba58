import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { Emitter } from '../../../src/shared/base/emitter.ts';
import { viewProtocolVersion } from '../../../src/shared/protocol/lifecycle.ts';
import { declareRequest } from '../../../src/shared/rpc/declaration.ts';
import { Replica } from '../../../src/shared/state/replica.ts';
import { StateStore } from '../../../src/shared/state/stateStore.ts';
import { viewActionSchema } from '../../../src/shared/state/viewAction.ts';
import type { ViewState } from '../../../src/shared/state/viewState.ts';
import { ViewConnection } from '../../../src/vscode/viewConnection.ts';
import { initialState } from '../../webview/support/builders.ts';

const slow = declareRequest('test/slow', { params: z.object({}), result: z.object({ of: z.string() }) });

const messageSchema = z.object({
  id: z.optional(z.number()),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
});
type Message = z.infer<typeof messageSchema>;
const batchSchema = z.object({ seq: z.number(), actions: z.array(viewActionSchema) });
const snapshotSchema = z.object({ seq: z.number(), state: z.custom<ViewState>() });

describe('the host’s end of a view', () => {
  let isVisible: boolean;
  let visibility: Emitter<void>;
  let toHost: Emitter<unknown>;
  let posted: Message[];
  let arrived: Emitter<Message>;
  let store: StateStore;
  let connection: ViewConnection;

  beforeEach(() => {
    isVisible = true;
    visibility = new Emitter();
    toHost = new Emitter();
    posted = [];
    store = new StateStore(initialState);
    arrived = new Emitter();
    const post = (raw: unknown): void => {
      const message = messageSchema.parse(raw);
      posted.push(message);
      arrived.fire(message);
    };
    connection = new ViewConnection({ onMessage: toHost.event, post }, store, {
      isVisible: () => isVisible,
      onDidChange: visibility.event,
    });
  });

  afterEach(() => connection.dispose());

  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  function show(next: boolean): void {
    isVisible = next;
    visibility.fire();
  }

  async function ask(id: number, method: string, params: object = {}): Promise<void> {
    toHost.fire({ jsonrpc: '2.0', id, method, params });
    await settled();
  }

  /** A new document begins; answers the state it was given. */
  async function begin(): Promise<Replica> {
    await ask(1, 'initialize', { protocolVersion: viewProtocolVersion });
    const answer = posted.splice(0).find(({ id }) => id === 1);
    return new Replica(z.object({ snapshot: snapshotSchema }).parse(answer?.result).snapshot);
  }

  /** Dispatches one action per text and waits until what is to be posted is. */
  async function write(...texts: readonly string[]): Promise<void> {
    for (const text of texts) store.dispatch({ type: 'draft/changed', draft: { text, revision: 1, attachments: [] } });
    await settled();
  }

  function batches(): z.infer<typeof batchSchema>[] {
    return posted.splice(0).map(({ method, params }) => {
      assert.equal(method, 'state/actions');
      return batchSchema.parse(params);
    });
  }

  it('tells a document nothing before it is ready', async () => {
    await write('early');
    assert.deepEqual(posted, []);
    assert.equal((await begin()).state.draft.text, 'early');
  });

  it('sends what is dispatched together in one message, which follows the snapshot without a gap', async () => {
    const replica = await begin();
    await write('a', 'b', 'c');
    await write('d');
    const sent = batches();
    assert.deepEqual(
      sent.map(({ actions }) => actions.length),
      [3, 1],
    );
    for (const { seq, actions } of sent) assert.equal(replica.apply(seq, actions), true);
    assert.equal(replica.state.draft.text, 'd');
  });

  it('tells a hidden view nothing, and gives it the whole state when it is shown again', async () => {
    await begin();
    show(false);
    await write('while hidden');
    show(true);
    await write('not ready yet');
    assert.deepEqual(posted, []);
    const replica = await begin();
    assert.equal(replica.state.draft.text, 'not ready yet');
    await write('ready');
    const [batch] = batches();
    assert.ok(batch);
    assert.equal(replica.apply(batch.seq, batch.actions), true);
  });

  it('drops what was gathered for a document that is hidden before it is sent', async () => {
    await begin();
    store.dispatch({ type: 'sendOn/changed', sendOn: 'ctrlEnter' });
    show(false);
    await settled();
    assert.deepEqual(posted, []);
  });

  it('gives a document that missed something a snapshot with all of it', async () => {
    const replica = await begin();
    await write('lost');
    posted.splice(0);
    await write('behind the gap');
    const [batch] = batches();
    assert.ok(batch);
    assert.equal(replica.apply(batch.seq, batch.actions), false);
    await ask(2, 'state/snapshot');
    replica.reset(snapshotSchema.parse(posted.splice(0)[0]?.result));
    assert.equal(replica.state.draft.text, 'behind the gap');
    assert.equal(replica.apply(batch.seq, batch.actions), true);
  });

  it('does not send again what a snapshot taken in between contains', async () => {
    await begin();
    store.dispatch({ type: 'sendOn/changed', sendOn: 'ctrlEnter' });
    await ask(2, 'state/snapshot');
    assert.deepEqual(
      posted.map(({ id }) => id),
      [2],
    );
  });

  it('refuses a document that speaks another version, and tells it nothing', async () => {
    await begin();
    await ask(1, 'initialize', { protocolVersion: viewProtocolVersion + 1 });
    assert.match(posted.splice(0)[0]?.error?.message ?? '', /Reload the window/);
    await write('not understood');
    assert.deepEqual(posted, []);
  });

  it('never gives the answer meant for a hidden document to the next one', async () => {
    const answers: ((answer: { of: string }) => void)[] = [];
    let cancelled = 0;
    connection.peer.onRequest(slow, (_params, context) => {
      context.onDidCancel(() => (cancelled += 1));
      return new Promise((resolve) => answers.push(resolve));
    });
    await begin();
    await ask(2, 'test/slow');
    show(false);
    assert.equal(cancelled, 1);
    show(true);
    await begin();
    await ask(2, 'test/slow');
    answers[0]?.({ of: 'the first document' });
    await settled();
    assert.deepEqual(posted, []);
    answers[1]?.({ of: 'the second document' });
    await settled();
    assert.deepEqual(
      posted.map(({ id, result }) => ({ id, result })),
      [{ id: 2, result: { of: 'the second document' } }],
    );
  });

  it('never gives it to a document that began anew without having been hidden', async () => {
    let answer: (answer: { of: string }) => void = () => undefined;
    connection.peer.onRequest(slow, () => new Promise((resolve) => (answer = resolve)));
    await begin();
    await ask(2, 'test/slow');
    await begin();
    answer({ of: 'the document before the reload' });
    await settled();
    assert.deepEqual(posted, []);
  });

  it('points to a place at once, or as soon as the document is ready', async () => {
    connection.reveal('servers');
    await settled();
    assert.deepEqual(posted, []);
    const revealed = new Promise<void>((resolve) => {
      arrived.event(({ method }) => method === 'view/reveal' && resolve());
    });
    await ask(1, 'initialize', { protocolVersion: viewProtocolVersion });
    await revealed;
    connection.reveal('composer');
    assert.deepEqual(
      posted.map(({ id, params }) => id ?? params),
      [1, { place: 'servers' }, { place: 'composer' }],
    );
  });
});
