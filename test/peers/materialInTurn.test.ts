import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { ThreadRunnerPort } from '../../src/core/agent/threadRunnerPort.ts';
import { resourceEntries } from '../../src/core/mcp/catalog/pickerEntries.ts';
import { expandTemplate } from '../../src/core/mcp/catalog/resourceTemplate.ts';
import { createRuntime } from '../../src/core/runtime.ts';
import type { RuntimePort } from '../../src/core/runtimePort.ts';
import type { Settings } from '../../src/core/settings.ts';
import type { Turn } from '../../src/shared/thread/threadState.ts';
import { calling, saying } from '../servers/scriptedModel/script.ts';
import type { Round } from '../servers/scriptedModel/script.ts';
import { ScriptedModelServer } from '../servers/scriptedModel/scriptedModelServer.ts';
import { HubFixture } from '../support/hubFixture.ts';
import { runtimeOptions } from '../support/runtimeOptions.ts';
import { recorded, requestsOf } from './cli/mcpServers.ts';

const server = fileURLToPath(new URL('../servers/materials.mjs', import.meta.url));
const document = 'Docs://Read%20Me/%c3%84bc/../x?B=2&a=1#Frag';
const limit = 'The limit is 250 euros.';

/** A whole core with a real server, which is listened to, and a model that sees images behind a real endpoint. */
class Desk {
  readonly fixture: HubFixture;
  readonly runtime: RuntimePort;
  readonly model: ScriptedModelServer;

  private constructor(fixture: HubFixture, runtime: RuntimePort, model: ScriptedModelServer) {
    this.fixture = fixture;
    this.runtime = runtime;
    this.model = model;
  }

  static async open(offer: string, rounds: readonly Round[], timeout = 60): Promise<Desk> {
    const fixture = new HubFixture();
    const model = await ScriptedModelServer.start(rounds);
    const entry = recorded(`${fixture.root}/wire.log`, {
      command: process.execPath,
      args: [server, offer, fixture.marker],
    });
    fixture.write('home/mcp.json', { desk: { ...entry, timeout } });
    const models = [{ id: 'seeing', images: true }];
    const settings: Partial<Settings> = {
      model: 'local/seeing',
      providers: { local: { type: 'openai-compatible', baseUrl: model.baseUrl, models } },
    };
    return new Desk(fixture, await createRuntime(runtimeOptions(fixture, settings)), model);
  }

  /** Says something, and allows everything that is asked. What was asked is given back. */
  async say(text: string, thread?: ThreadRunnerPort): Promise<{ turn: Turn; asked: number; thread: ThreadRunnerPort }> {
    const runner = thread ?? (await this.runtime.newThread());
    let asked = 0;
    const subscription = runner.onDidAppend((event) => {
      if (event.type !== 'approvalRequested') return;
      asked += 1;
      runner.answerApproval({ toolCallId: event.toolCallId, decision: 'allow', scope: 'once' });
    });
    const outcome = await runner.submit(text);
    assert.ok(outcome.status === 'started', JSON.stringify(outcome));
    await outcome.done;
    subscription.dispose();
    const turn = runner.state.turns.at(-1);
    assert.ok(turn);
    return { turn, asked, thread: runner };
  }

  /** What the model was sent in a request, as text. */
  sent(index: number): string {
    return JSON.stringify(this.model.requests.at(index)?.body);
  }

  reads(): Promise<unknown[]> {
    return requestsOf(`${this.fixture.root}/wire.log`, 'resources/read');
  }

  async close(): Promise<void> {
    await this.runtime.dispose();
    await this.model.dispose();
    await this.fixture.dispose();
  }
}

describe('material of a real server in a turn', function () {
  this.timeout(30_000);
  let desk: Desk | undefined;
  afterEach(() => desk?.close());

  const toolNames = (index: number): unknown[] =>
    (desk?.model.requests.at(index)?.body.tools ?? []).map((tool) => tool.function['name']);

  it('is listed, asked about and read by the model, of a server that has one resource and no tool', async () => {
    const read = { server_name: 'desk', uri: document };
    desk = await Desk.open('document', [
      calling('list_mcp_resources', {}),
      calling('access_mcp_resource', read),
      saying('250 euros.'),
    ]);
    const { asked, turn } = await desk.say('What is the limit?');
    assert.deepEqual([turn.status, asked], ['completed', 1]);
    assert.deepEqual(toolNames(0), ['list_mcp_resources', 'access_mcp_resource']);
    assert.match(desk.sent(0), /- desk: 1 resource/);
    assert.ok(desk.sent(1).includes(`desk | ${document} | Limits | text/plain`));
    assert.ok(desk.sent(2).includes(limit));
  });

  it('is asked for under the URI as it is listed, byte for byte, by the model and by a mention', async () => {
    const read = { server_name: 'desk', uri: document };
    desk = await Desk.open('all', [calling('access_mcp_resource', read), saying('Yes.'), saying('Yes.')]);
    const { thread } = await desk.say('What is the limit?');
    await desk.say(`And now @desk:${document}`, thread);
    assert.deepEqual(await desk.reads(), [{ uri: document }, { uri: document }]);
  });

  it('is known whole: tools, resources, templates and prompts are listed, and the model knows of them', async () => {
    desk = await Desk.open('all', [calling('list_mcp_resources', {}), saying('All.')]);
    const { thread } = await desk.say('What do you have?');
    assert.match(desk.sent(1), /greeting:\/\/\{name\}\{\?tone,lang\}/);
    assert.ok(toolNames(0).includes('mcp__desk__quote'));
    const { turn } = await desk.say('/help', thread);
    assert.match(turn.parts.map((part) => ('text' in part ? part.text : '')).join(), /\/desk:plan/);
  });

  it('is read under what a template makes, by a server that has nothing else, every variable filled', async () => {
    const uri = 'greeting://Ada%20Lovelace?tone=kind&lang=en';
    const read = { server_name: 'desk', uri };
    desk = await Desk.open('template', [calling('access_mcp_resource', read), saying('Hello.'), saying('Hello.')]);
    const { thread } = await desk.say('Greet Ada');
    await desk.say(`@desk:${uri}`, thread);
    assert.deepEqual(await desk.reads(), [{ uri }, { uri }]);
    assert.deepEqual(toolNames(0), ['list_mcp_resources', 'access_mcp_resource']);
  });

  it('is read under what its template makes of what a person fills in, by RFC 6570', async () => {
    desk = await Desk.open('template', [saying('Hello.')]);
    await desk.runtime.hub.catalogsReady();
    const [entry] = resourceEntries(desk.runtime.hub);
    assert.deepEqual([entry?.uri, entry?.variables], ['greeting://{name}{?tone,lang}', ['name', 'tone', 'lang']]);
    const uri = expandTemplate(entry?.uri ?? '', { name: 'Ada Lovelace', tone: '', lang: 'fr&en' });
    const thread = await desk.runtime.newThread();
    const outcome = await thread.submit('Greet her', [{ server: 'desk', uri }]);
    assert.ok(outcome.status === 'started');
    await outcome.done;
    assert.deepEqual(await desk.reads(), [{ uri: 'greeting://Ada%20Lovelace?lang=fr%26en' }]);
    assert.ok(desk.sent(0).includes('Read greeting://Ada%20Lovelace?lang=fr%26en'));
  });

  it('reaches the model where a tool embeds it, and is readable after the conversation is opened again', async () => {
    desk = await Desk.open('all', [calling('mcp__desk__quote', {}), saying('Quoted.'), saying('Still.')]);
    const { thread } = await desk.say('Quote the file');
    assert.ok(desk.sent(1).includes(limit));
    await thread.dispose();
    const again = await desk.runtime.openThread(thread.id);
    await desk.say('What did it say?', again);
    assert.ok(desk.sent(2).includes(limit));
  });

  it('is an image for a model that sees, from a resource and from a tool; other bytes are described and stored', async () => {
    desk = await Desk.open('all', [
      calling('access_mcp_resource', { server_name: 'desk', uri: 'img://logo' }),
      calling('mcp__desk__draw', {}, 'call_2'),
      calling('access_mcp_resource', { server_name: 'desk', uri: 'bin://data' }, 'call_3'),
      saying('Seen.'),
    ]);
    const { turn, thread } = await desk.say('Show me');
    const images = desk.sent(3).match(/data:image\/png;base64,iVBORw0KGgo/g) ?? [];
    assert.equal(images.length, 2);
    assert.match(desk.sent(3), /application\/zip/);
    assert.ok(!desk.sent(3).includes('UEsDBA=='));
    const blocks = turn.parts.flatMap((part) =>
      part.kind === 'toolCall' && part.call.status === 'completed' ? part.call.blocks : [],
    );
    assert.deepEqual(
      blocks.map(({ type }) => type),
      ['image', 'image', 'artifact'],
    );
    const [stored] = blocks.slice(-1);
    assert.ok(stored?.type === 'artifact');
    assert.equal((await desk.runtime.artifacts.read(thread.id, stored.artifact.id)).bytes.toString('hex'), '504b0304');
  });

  it('keeps every kind of block of a result', async () => {
    desk = await Desk.open('all', [calling('mcp__desk__mixed', {}), saying('All of it.')]);
    const { turn } = await desk.say('Give me everything');
    const [call] = turn.parts.flatMap((part) => (part.kind === 'toolCall' ? [part.call] : []));
    assert.ok(call?.status === 'completed');
    const kinds = ['text', 'image', 'artifact', 'resource', 'artifact', 'resourceLink', 'placeholder', 'json'];
    assert.deepEqual(
      call.blocks.map(({ type }) => type),
      kinds,
    );
    assert.match(desk.sent(1), /Embedded words\./);
    assert.match(desk.sent(1), /hologram/);
  });

  it('is bounded for the model, whole behind its id, and said to be cut, however long a tool makes it', async () => {
    desk = await Desk.open('all', [calling('mcp__desk__long', {}), saying('Long.')]);
    const { turn, thread } = await desk.say('Tell me everything');
    assert.ok(desk.sent(1).length < 100_000, `${desk.sent(1).length} characters`);
    assert.match(desk.sent(1), /2,?000,?000 characters/);
    const [call] = turn.parts.flatMap((part) => (part.kind === 'toolCall' ? [part.call] : []));
    const [block] = call?.status === 'completed' ? call.blocks : [];
    assert.ok(block?.type === 'artifact' && block.chars === 2_000_000);
    const { bytes } = await desk.runtime.artifacts.read(thread.id, block.artifact.id);
    assert.equal(bytes.length, 2_000_000);
    assert.ok(toolNames(1).includes('read_artifact'));
  });

  it('that never comes ends with the time limit of its server, and the turn goes on', async () => {
    const read = { server_name: 'desk', uri: 'slow://never' };
    desk = await Desk.open('all', [calling('access_mcp_resource', read), saying('Without it.')], 1);
    const { turn } = await desk.say('Read it');
    const [call] = turn.parts.flatMap((part) => (part.kind === 'toolCall' ? [part.call] : []));
    assert.deepEqual([turn.status, call?.status], ['completed', 'failed']);
    assert.match(desk.sent(1), /within 1 s/);
  });
});
