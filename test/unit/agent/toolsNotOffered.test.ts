import assert from 'node:assert/strict';
import { FakeHub } from '../../support/fakeHub.ts';
import { aServer, aTool } from '../../support/servers.ts';
import { TestThread } from './fakes/aThread.ts';
import { FakeModel, says } from './fakes/fakeModel.ts';

describe('a model that takes no tools', () => {
  let thread: TestThread;
  afterEach(() => thread.dispose());

  it('is offered none, which the person is told once, with what to do', async () => {
    const model = new FakeModel(says('One'), says('Two'));
    model.takesTools = false;
    thread = await TestThread.create({
      hub: new FakeHub(aServer({ tools: [aTool(), aTool({ name: 'other' })] })),
      model,
    });
    assert.equal((await thread.run('Book a trip')).status, 'completed');
    await thread.run('And another');
    assert.deepEqual(
      model.requests.map(({ tools }) => tools),
      [[], []],
    );
    const told = warnings(thread);
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /"Fake model".*2 tools are not offered.*Choose another model/);
  });

  it('is not spoken of when there is nothing to offer', async () => {
    const model = new FakeModel(says('One'));
    model.takesTools = false;
    thread = await TestThread.create({ hub: new FakeHub(aServer()), model });
    await thread.run('Hi');
    assert.deepEqual(warnings(thread), []);
  });
});

function warnings({ events }: TestThread): string[] {
  return events.flatMap((event) =>
    event.type === 'warning' && event.warning.code === 'tools_not_offered' ? [event.warning.message] : [],
  );
}
