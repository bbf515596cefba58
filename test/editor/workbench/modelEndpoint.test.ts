import assert from 'node:assert/strict';
import { join } from 'node:path';
import { repositoryRoot } from '../../../scripts/setup/paths.mjs';
import { aGate } from '../../servers/scriptedModel/gate.ts';
import {
  anAnswer,
  aText,
  atGate,
  calling,
  refusing,
  saying,
  unfinished,
  type Round,
} from '../../servers/scriptedModel/script.ts';
import { ScriptedModelServer } from '../../servers/scriptedModel/scriptedModelServer.ts';
import { useEditor } from '../harness/useEditor.ts';
import { ChatPage } from './chatPage.ts';

const exampleWorkspace = join(repositoryRoot, 'examples', 'workspace');

describe('a conversation with a real model endpoint', function () {
  this.timeout(90_000);
  const editor = useEditor();
  let chat: ChatPage;
  let model: ScriptedModelServer;
  /** What the endpoint does next, one round a request. */
  let rounds: Round[] = [];

  before(async function () {
    this.timeout(120_000);
    model = await ScriptedModelServer.start(() => rounds.shift() ?? saying('Nothing is planned.'));
    await editor.server.writeSettings({
      'patchbay.providers': {
        local: { type: 'openai-compatible', baseUrl: model.baseUrl, models: [{ id: 'scripted' }] },
      },
      'patchbay.model': 'local/scripted',
    });
    chat = new ChatPage(editor.workbench);
    await editor.workbench.open(exampleWorkspace);
    await editor.workbench.openView();
    await chat.approveServer('tour');
    await chat.closeServers();
  });

  after(() => model.dispose());

  afterEach(async () => {
    await chat.idle();
    await chat.newChat();
  });

  /** The messages of the last request, as the endpoint got them. */
  function lastMessages(): readonly { role: string; content: unknown }[] {
    return model.requests.at(-1)?.body.messages ?? [];
  }

  it('puts a mentioned resource before the question', async () => {
    rounds = [saying('A hotel may cost 180 euros a night.')];
    await chat.send('What does @tour:docs://handbook say about hotels?');
    await chat.lastAnswer.getByText('180 euros a night').waitFor();

    const [material, question] = lastMessages().filter(({ role }) => role === 'user');
    assert.match(JSON.stringify(material), /up to 180 euros a night/);
    assert.match(JSON.stringify(question), /say about hotels\?/);
  });

  it('gives a denial to the model as the result of its call, and goes on', async () => {
    const call = calling('access_mcp_resource', { server_name: 'tour', uri: 'docs://handbook' });
    rounds = [call, saying('Then I cannot quote it.')];
    await chat.send('Read the handbook');
    await chat.approval('Allow reading a resource?').getByRole('button', { name: 'Deny' }).click();
    await chat.lastAnswer.getByText('Then I cannot quote it.').waitFor();

    const result = lastMessages().find(({ role }) => role === 'tool');
    assert.match(JSON.stringify(result), /denied/i);
    assert.doesNotMatch(JSON.stringify(result), /180 euros/);
  });

  it('reads what was allowed and gives it to the model', async () => {
    const call = calling('access_mcp_resource', { server_name: 'tour', uri: 'docs://handbook' });
    rounds = [call, saying('It says 180 euros.')];
    await chat.send('Read the handbook');
    await chat.approval('Allow reading a resource?').getByRole('button', { name: 'Allow once' }).click();
    await chat.lastAnswer.getByText('It says 180 euros.').waitFor();

    assert.match(JSON.stringify(lastMessages().find(({ role }) => role === 'tool')), /180 euros a night/);
  });

  it('sends the text of a prompt and its resource, not the slash command', async () => {
    rounds = [saying('Day 1: arrive in Paris.')];
    await chat.send('/tour:plan_trip Paris 3');
    await chat.lastAnswer.getByText('Day 1: arrive in Paris.').waitFor();

    const sent = JSON.stringify(lastMessages());
    assert.match(sent, /up to 180 euros a night/);
    assert.doesNotMatch(sent, /\/tour:plan_trip/);
  });

  it('offers the tools of a server only while it is connected', async () => {
    rounds = [saying('first')];
    await chat.send('What can you do?');
    await chat.lastAnswer.getByText('first').waitFor();
    const names = (): readonly string[] =>
      (model.requests.at(-1)?.body.tools ?? []).map((tool) => tool.function['name'] as string);
    assert.ok(names().includes('mcp__tour__book_trip'));

    const row = await chat.server('tour');
    await row.getByRole('switch').click();
    await row.getByText('Disconnected').first().waitFor();
    await chat.closeServers();
    rounds = [saying('second')];
    await chat.send('And now?');
    await chat.lastAnswer.getByText('second').waitFor();
    assert.deepEqual(names(), []);

    await (await chat.server('tour')).getByRole('switch').click();
    await (await chat.server('tour')).getByText('Connected', { exact: true }).first().waitFor();
    await chat.closeServers();
  });

  it('shows the whole answer when the view was closed in the middle of it', async () => {
    const gate = aGate();
    rounds = [anAnswer([aText('The first half. '), atGate(gate), aText('The second half.')])];
    await chat.send('Tell me something long');
    await chat.lastAnswer.getByText('The first half.').waitFor();

    await editor.workbench.closeView();
    gate.open();
    await model.requests.at(-1)?.closed;
    await editor.workbench.openView();

    await chat.lastAnswer.getByText('The first half. The second half.').waitFor();
  });

  it('goes on streaming into a view that was closed and opened again', async () => {
    const gate = aGate();
    rounds = [anAnswer([aText('Before. '), atGate(gate), aText('After.')])];
    await chat.send('Tell me something long');
    await chat.lastAnswer.getByText('Before.').waitFor();

    await editor.workbench.closeView();
    await editor.workbench.openView();
    await chat.lastAnswer.getByText('Before.').waitFor();
    gate.open();

    await chat.lastAnswer.getByText('Before. After.').waitFor();
  });

  it('stops at once and keeps what was streamed', async () => {
    const gate = aGate();
    rounds = [unfinished([aText('As far as this. '), atGate(gate)])];
    await chat.send('Tell me something long');
    await chat.lastAnswer.getByText('As far as this.').waitFor();
    await chat.button('Stop').click();

    await model.requests.at(-1)?.closed;
    await chat.idle();
    await chat.lastAnswer.getByText('As far as this.').waitFor();
  });

  const faults: readonly { readonly name: string; readonly round: Round; readonly says: RegExp }[] = [
    { name: 'refuses the key', round: refusing(401, { error: { message: 'Invalid key' } }), says: /key/i },
    { name: 'has no such model', round: refusing(404, { error: { message: 'No such model' } }), says: /model/i },
    {
      name: 'drops the stream midway',
      round: unfinished([aText('Half an answer'), { do: 'destroy' }]),
      says: /ended|broke|interrupted|connection/i,
    },
    {
      name: 'sends broken JSON',
      round: unfinished([{ do: 'raw', text: 'data: {"choices": [\n\n' }]),
      says: /understood|JSON|protocol/i,
    },
  ];
  for (const { name, round, says } of faults) {
    it(`says what to do when the endpoint ${name}, and takes the next message`, async () => {
      rounds = [round];
      await chat.send('Hello');
      await chat.idle();
      assert.match(await chat.lastAnswer.innerText(), says);
      await editor.workbench.screenshot(`fault-${name.replaceAll(' ', '-')}`);

      rounds = [saying('Here I am again.')];
      await chat.send('Still there?');
      await chat.lastAnswer.getByText('Here I am again.').waitFor();
    });
  }
});
