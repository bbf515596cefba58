import assert from 'node:assert/strict';
import type { ResultBlock } from '../../../src/shared/thread/resultBlock.ts';
import type { ThreadState } from '../../../src/shared/thread/threadState.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { aTurn, stateOf } from './fakes/aConversation.ts';
import { TestDispatcher, textOf } from './fakes/aDispatcher.ts';

const long = Array.from({ length: 2_000 }, (_, index) => `line ${index}`).join('\n');

describe('read_artifact for a result that the conversation itself has', () => {
  const withResult = async (
    result: string | ResultBlock,
    use: (made: TestDispatcher) => Promise<void>,
  ): Promise<void> => {
    const conversation: ThreadState = stateOf(...aTurn({ id: 't', rounds: [{ calls: [['c', result]] }] }));
    const dispatcher = await TestDispatcher.create({ hub: new FakeHub(), conversation });
    try {
      await use(dispatcher);
    } finally {
      await dispatcher.dispose();
    }
  };
  const names = async ({ dispatcher }: TestDispatcher): Promise<string[]> =>
    (await dispatcher.tools({ schemaDialect: 'openai' })).map(({ name }) => name);

  it('reads the whole under the id that a cut result names, piece by piece', async () => {
    await withResult(long, async (dispatcher) => {
      const first = textOf(await dispatcher.run('read_artifact', { id: 'call/c/0', length: 10_000 }));
      const second = textOf(await dispatcher.run('read_artifact', { id: 'call/c/0', offset: 10_000 }));
      assert.match(
        first,
        new RegExp(`^Characters 0 to 10000 of ${long.length} of 'call/c/0'\\. Go on with offset 10000\\.`),
      );
      const [one, other] = [first, second].map((text) => text.slice(text.indexOf('\n\n') + 2));
      assert.equal(`${one}${other}`, long);
    });
  });

  it('is offered once a result is long enough to be cut, and not before', async () => {
    await withResult(long, async (dispatcher) => assert.deepEqual(await names(dispatcher), ['read_artifact']));
    await withResult('short', async (dispatcher) => assert.deepEqual(await names(dispatcher), []));
  });

  it('reads what is stored for a block that names it', async () => {
    const id = 'tour/book/00-text-2299443f89387cde.txt';
    const artifact = { id, mimeType: 'text/plain', bytes: 7 };
    await withResult({ type: 'artifact', kind: 'text', artifact }, async (dispatcher) => {
      const content = { threadId: 'thread-1', server: 'tour', tool: 'book', index: 0, kind: 'text' } as const;
      const saved = await dispatcher.artifacts.save({ ...content, mimeType: 'text/plain', data: 'Stored.' });
      assert.equal(saved.id, id);
      assert.match(textOf(await dispatcher.run('read_artifact', { id: 'call/c/0' })), /Stored\.$/);
    });
  });

  it('says what there is instead when nothing has that id', async () => {
    await withResult(long, async (dispatcher) => {
      const outcome = await dispatcher.run('read_artifact', { id: 'call/c/7' });
      assert.equal(outcome.status, 'failed');
      assert.match(textOf(outcome), /is not the id of stored content/);
    });
  });
});
