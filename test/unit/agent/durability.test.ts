import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FakeHub, textResult } from '../../support/fakeHub.ts';
import { aServer, aTool } from '../../support/servers.ts';
import { TestThread } from './fakes/aThread.ts';
import { calls, FakeModel, says } from './fakes/fakeModel.ts';

const book = (city: string) => ['mcp__tour__book_trip', { city }] as const;

describe('what is on disk in the middle of a turn', () => {
  let thread: TestThread | undefined;
  afterEach(() => thread?.dispose());

  /** The events of the log as another process would find them at this very moment. */
  function written(): string {
    const { storage, runner } = thread ?? assert.fail();
    return readFileSync(join(storage, 'threads', runner.id, 'events.jsonl'), 'utf8');
  }

  it('is each call, as running, before its server hears of it', async () => {
    const found: boolean[] = [];
    const hub = new FakeHub(aServer({ tools: [aTool()] }));
    hub.onTool = () => {
      found.push(isRunning(written(), found.length));
      return Promise.resolve(textResult('Booked'));
    };
    const model = new FakeModel(calls(book('Paris'), book('Rome')), calls(book('Oslo')), says('Done'));
    thread = await TestThread.create({ hub, model, settings: { permissionMode: 'bypass' } });
    await thread.run('Book');
    assert.deepEqual(found, [true, true, true]);
  });

  it('is each result before the model goes on from it', async () => {
    const found: number[] = [];
    const hub = new FakeHub(aServer({ tools: [aTool()] }));
    const reading = async function* () {
      await Promise.resolve();
      found.push(linesOf(written(), 'toolCallEnded').length);
      yield* found.length === 1 ? calls(book('Oslo')) : says('Done');
    };
    const model = new FakeModel(calls(book('Paris'), book('Rome')), reading, reading);
    thread = await TestThread.create({ hub, model, settings: { permissionMode: 'bypass' } });
    await thread.run('Book');
    assert.deepEqual(found, [2, 3]);
  });
});

/** Whether one more call than so many is running on disk. */
function isRunning(log: string, before: number): boolean {
  return linesOf(log, 'toolCallRunning').length === before + 1;
}

function linesOf(log: string, type: string): string[] {
  return log.split('\n').filter((line) => line.includes(`"type":"${type}"`));
}
