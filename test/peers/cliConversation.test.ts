import assert from 'node:assert/strict';
import { join } from 'node:path';
import { anAnswer, aCall, aText, calling, saying } from '../servers/scriptedModel/script.ts';
import { ofType, theOne } from './cli/commandLine.ts';
import type { CommandLine } from './cli/commandLine.ts';
import { converse, joined, messagesOf } from './cli/conversation.ts';
import { everything, recorded, requestsOf } from './cli/mcpServers.ts';
import { useCommandLine } from './cli/useCommandLine.ts';

const tourStatus = {
  name: 'tour',
  status: 'connected',
  tools: 2,
  resources: 3,
  templates: 1,
  prompts: 1,
  protocolVersion: '2025-11-25',
};
const usage = { type: 'usage', inputTokens: 11, outputTokens: 7 };
const mention = 'What does the handbook at @tour:docs://handbook say about hotels?';

describe('a conversation on the command line', function () {
  this.timeout(30_000);
  let commandLine: CommandLine;
  let log: string;
  let config: string;

  const fixture = useCommandLine(async (given) => {
    ({ commandLine } = given);
    log = join(commandLine.folder, 'requests.jsonl');
    config = await commandLine.servers({ tour: recorded(log, fixture.tour) });
  });

  it('reads the one resource that is mentioned and streams the answer', async () => {
    const { code, objects, requests, stderr } = await converse(
      commandLine,
      [saying('Hotels cost at most 180 euros.')],
      ['--mcp-config', config, '-p', mention],
    );
    const { id } = theOne(objects, 'session');
    const { chars } = theOne(objects, 'attached');
    assert.deepEqual(joined(objects), [
      { type: 'session', id },
      { type: 'mcp_status', servers: [tourStatus] },
      { type: 'attached', server: 'tour', uri: 'docs://handbook', chars },
      { type: 'text', delta: 'Hotels cost at most 180 euros.' },
      usage,
      { type: 'result', status: 'completed', text: 'Hotels cost at most 180 euros.' },
    ]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(id, /\S/);
    assert.deepEqual(await requestsOf(log, 'resources/read'), [{ uri: 'docs://handbook' }]);

    const [material, own] = messagesOf(requests[0]!);
    assert.match(material!.text, /## Hotels/);
    assert.ok(material!.text.length > chars && chars > 1_000, `${chars} characters of the handbook`);
    assert.deepEqual(own, { role: 'user', text: mention });
  });

  it('reads nothing that is not mentioned', async () => {
    const { objects } = await converse(commandLine, [saying('Hello.')], ['--mcp-config', config, '-p', 'Hello']);
    assert.deepEqual(ofType(objects, 'attached'), []);
    assert.deepEqual(await requestsOf(log, 'resources/read'), []);
  });

  it('warns of a mention that cannot be read and goes on', async () => {
    const { code, objects } = await converse(
      commandLine,
      [saying('I cannot see it.')],
      ['--mcp-config', config, '-p', 'See @tour:docs://nowhere and @nobody:docs://x please'],
    );
    const warnings = ofType(objects, 'warning');
    assert.deepEqual(
      warnings.map((warning) => warning.code),
      ['mention_failed', 'mention_failed'],
    );
    assert.match(warnings.map(({ message }) => message).join(' '), /docs:\/\/nowhere.*nobody/s);
    assert.equal(theOne(objects, 'result').status, 'completed');
    assert.equal(code, 0);
  });

  describe('when the model wants to read a resource', () => {
    const input = { server_name: 'tour', uri: 'docs://packing-list' };
    const script = [calling('access_mcp_resource', input), saying('Done.')];

    it('denies it, since nobody can be asked, and goes on', async () => {
      const { code, objects, requests } = await converse(
        commandLine,
        script,
        ['--mcp-config', config, '-p', 'Read docs://packing-list from tour'],
        { input: 'y\nyes\nallow\n' },
      );
      const call = theOne(objects, 'tool_call');
      const result = theOne(objects, 'tool_result');
      assert.deepEqual(joined(objects).slice(2), [
        {
          type: 'tool_call',
          id: call.id,
          name: 'access_mcp_resource',
          server: 'tour',
          tool: 'access_mcp_resource',
          input,
        },
        usage,
        { type: 'approval', toolCallId: call.id, decision: 'denied', by: 'default' },
        { type: 'tool_result', toolCallId: call.id, isError: true, text: result.text, artifacts: [] },
        { type: 'text', delta: 'Done.' },
        usage,
        { type: 'result', status: 'completed', text: 'Done.' },
      ]);
      assert.equal(code, 0);
      assert.deepEqual(await requestsOf(log, 'resources/read'), []);
      assert.equal(messagesOf(requests[1]!).at(-1)?.text, result.text);
    });

    for (const permission of [
      ['--allowed-tools', 'access_mcp_resource'],
      ['--permission-mode', 'accept-reads'],
      ['--permission-mode', 'bypass'],
    ]) {
      it(`reads it with ${permission.join(' ')}`, async () => {
        const { objects, requests } = await converse(commandLine, script, [
          ...['--mcp-config', config, ...permission],
          ...['-p', 'Read docs://packing-list from tour'],
        ]);
        const by = permission[0] === '--allowed-tools' ? 'rule' : 'mode';
        const { toolCallId, ...approval } = theOne(objects, 'approval');
        assert.deepEqual(approval, { type: 'approval', decision: 'allowed', by });
        const result = theOne(objects, 'tool_result');
        assert.deepEqual([result.toolCallId, result.isError], [toolCallId, false]);
        assert.match(result.text, /packing/i);
        assert.deepEqual(await requestsOf(log, 'resources/read'), [{ uri: 'docs://packing-list' }]);
        assert.equal(messagesOf(requests[1]!).at(-1)?.text, result.text);
      });
    }

    it('denies it in the mode "deny", by the mode', async () => {
      const args = ['--mcp-config', config, '--permission-mode', 'deny', '-p', 'Read docs://packing-list from tour'];
      const { objects } = await converse(commandLine, script, args);
      const { decision, by } = theOne(objects, 'approval');
      assert.deepEqual({ decision, by }, { decision: 'denied', by: 'mode' });
    });
  });

  it('runs a prompt: the resource it names is attached and the prompt follows', async () => {
    const { code, objects, requests } = await converse(
      commandLine,
      [saying('Day 1.')],
      ['--mcp-config', config, '-p', '/tour:plan_trip Paris 3'],
    );
    const { chars } = theOne(objects, 'attached');
    assert.deepEqual(joined(objects).slice(2), [
      { type: 'attached', server: 'tour', uri: 'docs://handbook', chars },
      { type: 'text', delta: 'Day 1.' },
      usage,
      { type: 'result', status: 'completed', text: 'Day 1.' },
    ]);
    assert.equal(code, 0);
    const got = await requestsOf(log, 'prompts/get');
    assert.deepEqual(got, [{ name: 'plan_trip', arguments: { city: 'Paris', days: '3' } }]);
    const messages = messagesOf(requests[0]!);
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'user'],
    );
    assert.match(messages[0]!.text, /## Hotels/);
    assert.match(messages[1]!.text, /business trip to Paris for 3 days/);
  });

  it('fails without a request when a required argument of a prompt is missing, and names it', async () => {
    const { code, objects, requests } = await converse(
      commandLine,
      [],
      ['--mcp-config', config, '-p', '/tour:plan_trip Paris'],
    );
    const result = theOne(objects, 'result');
    assert.equal(result.status, 'failed');
    assert.match(result.error!.message, /plan_trip.*days/);
    assert.equal(code, 2);
    assert.deepEqual(await requestsOf(log, 'prompts/get'), []);
    assert.deepEqual(requests, []);
  });

  it('says which prompts there are when one does not exist', async () => {
    const { code, objects } = await converse(commandLine, [], ['--mcp-config', config, '-p', '/tour:plan_party Paris']);
    assert.match(theOne(objects, 'result').error!.message, /plan_party.*\/tour:plan_trip/s);
    assert.equal(code, 4);
  });

  describe('when the model calls a tool', () => {
    const input = { city: 'Paris', days: 2 };
    const script = [calling('mcp__tour__book_trip', input), saying('Booked.')];

    it('runs it when a rule allows it by its own name', async () => {
      const { objects } = await converse(commandLine, script, [
        ...['--mcp-config', config, '--allowed-tools', 'estimate_cost,book_trip'],
        ...['-p', 'Book Paris'],
      ]);
      const call = theOne(objects, 'tool_call');
      assert.deepEqual(call, {
        ...{ type: 'tool_call', id: call.id, name: 'mcp__tour__book_trip', server: 'tour', tool: 'book_trip' },
        input,
      });
      const result = theOne(objects, 'tool_result');
      assert.equal(result.isError, false);
      assert.match(result.text, /Booked Paris for one traveller, 2 days/);
      assert.deepEqual(await requestsOf(log, 'tools/call'), [{ name: 'book_trip', arguments: input }]);
    });

    it('does not run it when another rule denies it, whatever the mode', async () => {
      const { objects } = await converse(commandLine, script, [
        ...['--mcp-config', config, '--permission-mode', 'bypass', '--disallowed-tools', 'mcp__tour__book_trip'],
        ...['-p', 'Book Paris'],
      ]);
      const { decision, by } = theOne(objects, 'approval');
      assert.deepEqual({ decision, by }, { decision: 'denied', by: 'rule' });
      assert.deepEqual(await requestsOf(log, 'tools/call'), []);
    });

    it('does not take "accept-reads" for leave to change something', async () => {
      const args = ['--mcp-config', config, '--permission-mode', 'accept-reads', '-p', 'Book Paris'];
      const { objects } = await converse(commandLine, script, args);
      assert.equal(theOne(objects, 'approval').decision, 'denied');
      assert.deepEqual(await requestsOf(log, 'tools/call'), []);
    });

    it('gives each call of a round its own decision and its own result', async () => {
      const round = anAnswer([
        aText('Both.'),
        aCall('mcp__tour__book_trip', JSON.stringify(input), 'call_a'),
        aCall('mcp__tour__estimate_cost', JSON.stringify(input), 'call_b'),
        aCall('mcp__tour__fly', '{}', 'call_c'),
      ]);
      const { objects } = await converse(
        commandLine,
        [round, saying('Here.')],
        ['--mcp-config', config, '--permission-mode', 'accept-reads', '-p', 'Book and estimate'],
      );
      const calls = ofType(objects, 'tool_call');
      assert.deepEqual(
        calls.map(({ tool }) => tool),
        ['book_trip', 'estimate_cost', 'mcp__tour__fly'],
      );
      const results = ofType(objects, 'tool_result');
      assert.deepEqual(
        results.map(({ toolCallId }) => toolCallId),
        calls.map(({ id }) => id),
      );
      assert.deepEqual(
        results.map(({ isError }) => isError),
        [true, false, true],
      );
    });

    it('stops after the highest number of rounds', async () => {
      const { code, objects, requests } = await converse(
        commandLine,
        (_request, index) => calling('mcp__tour__estimate_cost', input, `call_${index}`),
        ['--mcp-config', config, '--permission-mode', 'bypass', '--max-rounds', '2', '-p', 'Again'],
      );
      const result = theOne(objects, 'result');
      assert.equal(result.status, 'max_rounds');
      assert.match(result.error!.message, /--max-rounds/);
      assert.equal(requests.length, 2);
      assert.equal(code, 1);
    });
  });

  it('tells progress, and what of a result was stored', async () => {
    const file = await commandLine.servers({ every: everything });
    const script = [
      anAnswer([
        aCall('mcp__every__trigger_long_running_operation', '{"duration":1,"steps":2}', 'call_a'),
        aCall('mcp__every__get_tiny_image', '{}', 'call_b'),
      ]),
      saying('Done.'),
    ];
    const { objects } = await converse(commandLine, script, [
      ...['--mcp-config', file, '--permission-mode', 'bypass', '-p', 'Run and draw'],
    ]);
    const [slow, image] = ofType(objects, 'tool_call');
    const progress = ofType(objects, 'progress');
    assert.deepEqual(
      progress.map(({ toolCallId, progress: done, total }) => ({ toolCallId, done, total })),
      [1, 2].map((done) => ({ toolCallId: slow!.id, done, total: 2 })),
    );
    const stored = ofType(objects, 'tool_result').find(({ toolCallId }) => toolCallId === image!.id);
    const [artifact, ...others] = stored!.artifacts;
    assert.deepEqual(others, []);
    assert.equal(artifact!.mimeType, 'image/png');
    assert.ok(artifact!.bytes > 100 && stored!.text.includes(artifact!.id), stored!.text);
  });

  it('takes the text from stdin', async () => {
    const { code, requests } = await converse(commandLine, [saying('Hello.')], ['--strict-mcp-config'], {
      input: 'Good morning,\nworld\n',
    });
    assert.equal(code, 0);
    assert.deepEqual(messagesOf(requests[0]!), [{ role: 'user', text: 'Good morning,\nworld' }]);
  });

  it('goes on with an earlier conversation', async () => {
    const first = await converse(commandLine, [saying('I am.')], ['--strict-mcp-config', '-p', 'Who are you?']);
    const { id } = theOne(first.objects, 'session');
    const second = await converse(
      commandLine,
      [saying('Yes.')],
      ['--strict-mcp-config', '--resume', id, '-p', 'Sure?'],
    );
    assert.equal(theOne(second.objects, 'session').id, id);
    assert.equal(theOne(second.objects, 'result').text, 'Yes.');
    assert.deepEqual(messagesOf(second.requests[0]!), [
      { role: 'user', text: 'Who are you?' },
      { role: 'assistant', text: 'I am.' },
      { role: 'user', text: 'Sure?' },
    ]);
  });

  const refused: readonly (readonly [string, number, string])[] = [
    ['/nope:p', 4, 'unknown_command'],
    ['/tour:sing', 4, 'unknown_command'],
    ['/broken:plan', 4, 'not_connected'],
    ['/tour:plan_trip', 2, 'missing_arguments'],
    ['/tour:plan_trip {"town": "Paris"}', 2, 'invalid_input'],
  ];
  for (const [text, expected, errorCode] of refused) {
    it(`ends with ${expected} when it is told ${text}`, async () => {
      const config = await commandLine.servers({
        tour: fixture.tour,
        broken: { command: 'no-such-program' },
      });
      const { code, objects } = await converse(commandLine, [], ['--mcp-config', config, '-p', text]);
      assert.deepEqual([theOne(objects, 'result').error!.code, code], [errorCode, expected]);
    });
  }

  it('ends with 4 when the conversation to go on with does not exist', async () => {
    const { code, objects } = await converse(commandLine, [], ['--strict-mcp-config', '--resume', 'nope', '-p', 'Hi']);
    assert.deepEqual(
      objects.map(({ type }) => type),
      ['result'],
    );
    assert.match(theOne(objects, 'result').error!.message, /nope/);
    assert.equal(code, 4);
  });
});
