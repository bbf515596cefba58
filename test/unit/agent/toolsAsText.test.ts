import assert from 'node:assert/strict';
import { FakeHub } from '../../support/fakeHub.ts';
import { aServer, aTool } from '../../support/servers.ts';
import { TestThread } from './fakes/aThread.ts';
import { FakeModel, says } from './fakes/fakeModel.ts';

describe('a model that takes no tools', () => {
  let thread: TestThread;
  afterEach(() => thread.dispose());

  const aTour = (): FakeHub => new FakeHub(aServer({ tools: [aTool({ name: 'plan' })] }));

  async function aThread(model: FakeModel, hub = aTour()): Promise<TestThread> {
    model.takesTools = false;
    thread = await TestThread.create({ hub, model, settings: { permissionMode: 'bypass' } });
    return thread;
  }

  it('writes calls as text, which are run, and is given their results quoted', async () => {
    const model = new FakeModel(
      says('I plan. <mcp__tou', 'r__plan><city>Par', 'is</city></mcp__tour__plan>'),
      says('Planned'),
    );
    const hub = aTour();
    const turn = await (await aThread(model, hub)).run('Plan');
    assert.equal(turn.status, 'completed');
    assert.equal(hub.requests.length, 1);
    assert.deepEqual(
      turn.parts.flatMap((part) => (part.kind === 'markdown' ? [part.text.trim()] : [])),
      ['I plan.', 'Planned'],
    );
    const [first, second] = model.requests;
    assert.match(first?.system ?? '', /### mcp__tour__plan\n> /);
    assert.deepEqual(first?.tools, []);
    const [, said, result] = second?.messages ?? [];
    assert.ok(said?.role === 'assistant' && said.toolCalls.length === 0);
    assert.match(said.text, /<mcp__tour__plan>\n<city>Paris<\/city>\n<\/mcp__tour__plan>$/);
    assert.ok(result?.role === 'user' && result.isMeta);
    const [content] = result.content;
    assert.ok(content?.type === 'text');
    assert.match(content.text, /^Result of the call of mcp__tour__plan:\n> /);
  });

  it('is asked about like any other, and nothing runs before', async () => {
    const model = new FakeModel(says('<mcp__tour__plan><city>Paris</city></mcp__tour__plan>'), says('Then not'));
    model.takesTools = false;
    const hub = aTour();
    thread = await TestThread.create({ hub, model, canAsk: false });
    await thread.run('Plan');
    assert.equal(hub.requests.length, 0);
    assert.equal(thread.of('toolCallEnded')[0]?.status, 'cancelled');
  });

  it('has an unfinished call not run, and is told', async () => {
    const model = new FakeModel(says('<mcp__tour__plan>'), says('Sorry'));
    const hub = aTour();
    await (await aThread(model, hub)).run('Plan');
    assert.equal(hub.requests.length, 0);
    assert.equal(thread.of('toolCallEnded')[0]?.status, 'failed');
  });

  it('is spoken of once, when there is something to call', async () => {
    await (await aThread(new FakeModel(says('One'), says('Two')))).run('Hi');
    await thread.run('And another');
    assert.equal(warnings(thread).length, 1);
    assert.match(warnings(thread)[0] ?? '', /"Fake model".*writes its calls as text/);
  });

  it('is not spoken of, nor told anything, when there is nothing to call', async () => {
    const model = new FakeModel(says('<mcp__tour__plan></mcp__tour__plan>'));
    const turn = await (await aThread(model, new FakeHub(aServer()))).run('Hi');
    assert.deepEqual(warnings(thread), []);
    assert.doesNotMatch(model.requests[0]?.system ?? '', /Calling tools/);
    assert.equal(turn.parts.filter(({ kind }) => kind === 'toolCall').length, 0);
  });
});

describe('a model that takes tools', () => {
  it('writes text when it writes what looks like a call', async () => {
    const answer = '<mcp__tour__plan><city>Paris</city></mcp__tour__plan>';
    const thread = await TestThread.create({
      hub: new FakeHub(aServer({ tools: [aTool({ name: 'plan' })] })),
      model: new FakeModel(says(answer)),
    });
    try {
      const [part] = (await thread.run('Plan')).parts;
      assert.ok(part?.kind === 'markdown');
      assert.equal(part.text, answer);
    } finally {
      await thread.dispose();
    }
  });
});

function warnings(thread: TestThread): string[] {
  return thread.of('warning').flatMap(({ warning }) => (warning.code === 'tools_as_text' ? [warning.message] : []));
}
