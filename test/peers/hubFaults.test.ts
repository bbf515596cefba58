import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { untilAborted } from '../../src/core/base/untilAborted.ts';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { areGone } from '../../src/core/mcp/process/processTree.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';
import type { Entries } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';

describe('the hub with a server that misbehaves', function () {
  this.timeout(20_000);
  let fixture: HubFixture;

  beforeEach(() => {
    fixture = new HubFixture();
  });
  afterEach(async () => {
    await fixture.dispose();
    assert.deepEqual(fixture.processes(), [], 'left running');
  });

  /** A hub with a faulty server and a sound one beside it, both asked to start. */
  async function hubWith(faulty: Entries[string], settings: Parameters<HubFixture['hub']>[2] = {}): Promise<Hub> {
    const hub = await fixture.hub({ faulty, sound: fixture.fault('echoesStart') }, {}, settings);
    await hub.ready();
    assert.equal(hub.server('sound')?.state.status, 'connected', 'the other server');
    return hub;
  }

  function failureOf(hub: Hub): { code: string; message: string } {
    const state = hub.server('faulty')?.state;
    assert.ok(state?.status === 'failed', `the state is ${state?.status}`);
    return state.failure;
  }

  function toolNames(hub: Hub): string[] | undefined {
    return hub.server('faulty')?.catalog.tools.map(({ name }) => name);
  }

  it('says where a program was looked for that is not installed', async () => {
    const hub = await hubWith({ command: 'patchbay-no-such-program', env: { PATH: '/nowhere/bin:/usr/nowhere' } });
    assert.deepEqual(failureOf(hub), {
      code: 'spawn_failed',
      message:
        'The program "patchbay-no-such-program" was not found. Install it, or write its full path as "command". ' +
        'Searched PATH: /nowhere/bin:/usr/nowhere',
    });
    await assert.rejects(hub.callTool('faulty', 'echo', {}), { code: 'not_connected', message: /was not found/ });
  });

  it('says that a working directory does not exist', async () => {
    const hub = await hubWith(fixture.fault('echoesStart', { cwd: '/nowhere/at/all' }));
    assert.match(failureOf(hub).message, /^The working directory \/nowhere\/at\/all does not exist/);
  });

  it('says that a program may not be executed', async () => {
    const hub = await hubWith({ command: fixture.write('plain.txt', 'no program') });
    assert.equal(failureOf(hub).code, 'spawn_failed');
    assert.match(failureOf(hub).message, /may not be executed/);
  });

  it('quotes the exit code and the log of one that exits at once', async () => {
    const hub = await hubWith(fixture.fault('exitsAtOnce'));
    assert.equal(failureOf(hub).code, 'exited');
    assert.match(failureOf(hub).message, /^The server exited with code 3\./);
    assert.ok(failureOf(hub).message.endsWith('Its log ends with:\nCannot open the database at /var/lib/tours.'));
  });

  for (const command of [['false'], ['sh', '-c', 'exit 3']]) {
    it(`tells the exit code of ${command.join(' ')}`, async () => {
      const hub = await hubWith({ command: command[0], args: command.slice(1) });
      const { code, message } = failureOf(hub);
      assert.equal(code, 'exited');
      assert.match(message, /^The server exited with code [13]\. It logged nothing\./);
    });
  }

  it('passes on why one refuses to connect, without the key that it quotes', async () => {
    const { code, message } = failureOf(await hubWith(quotesItsKey('initialize')));
    assert.equal(code, 'protocol');
    assert.ok(
      message.startsWith(
        'The server refused to connect: Error: the key <redacted> has expired (code -32603). ' +
          'Correct what it reports and connect again.\nIts log ends with:',
      ),
      message,
    );
    assert.doesNotMatch(message, /sk-/);
  });

  it('takes a key out of the reasons why lists and calls fail', async () => {
    const hub = await hubWith(quotesItsKey('prompts/list'));
    const messages = hub.server('faulty')?.catalog.warnings.map(({ message }) => message);
    assert.deepEqual(messages, ['prompts/list of "faulty" failed: Error: the key <redacted> has expired.']);
    const error: unknown = await hub.callTool('faulty', 'refuse', {}).catch((it: unknown) => it);
    assert.match(String(error), /the key <redacted> has expired/);
    assert.doesNotMatch(inspect(error, { depth: 9 }), /supersecret/);
  });

  it('takes a key out of what one says of itself', async () => {
    const state = (await hubWith(quotesItsKey('nothing'))).server('faulty')?.state;
    assert.ok(state?.status === 'connected');
    const { name, title, version, instructions } = state.identity;
    assert.deepEqual(
      [name, title, version, instructions],
      ['quoting <redacted>', 'Quoting <redacted>', '1.0 <redacted>', 'Send <redacted> with each call.'],
    );
  });

  it('takes a key out of what is logged before that is shortened', async () => {
    const hub = await hubWith(quotesItsKey('prompts/list'));
    const log = hub.logTail('faulty').join('\n');
    assert.match(log, /not a message.*<redacted>$/m);
    assert.doesNotMatch(log, /sk-/);
  });

  function quotesItsKey(refused: string): Entries[string] {
    return fixture.fault('quotesItsKey', { env: { MY_API_KEY: 'sk-supersecret-123456', REFUSES: refused } });
  }

  it('leaves out a tool whose schema is nested without end, and keeps the others', async () => {
    const hub = await hubWith(fixture.fault('deepSchema'));
    assert.deepEqual(
      hub.server('faulty')?.catalog.warnings.map(({ code, message }) => [code, message]),
      [['tool_skipped', 'Left out of tools/list of "faulty": "deep" is nested more than 200 levels deep.']],
    );
    assert.deepEqual(toolNames(hub), ['echo']);
  });

  it('does not start one again by itself that never connected', async () => {
    const hub = await hubWith(fixture.fault('exitsAtOnce'));
    const { length } = hub.logTail('faulty');
    await hub.ready();
    await assert.rejects(hub.callTool('faulty', 'echo', {}), { code: 'not_connected' });
    assert.equal(hub.logTail('faulty').length, length);
  });

  it('can be told to stop waiting', async () => {
    const hub = await fixture.hub({ faulty: fixture.fault('neverAnswers') });
    const controller = new AbortController();
    const ready = hub.ready(controller.signal);
    const call = hub.callTool('faulty', 'echo', {}, { signal: controller.signal });
    await until(hub.onDidChange, () => hub.server('faulty')?.state.status === 'connecting');
    controller.abort();
    await ready;
    await assert.rejects(call, { code: 'aborted' });
    assert.equal(hub.server('faulty')?.state.status, 'connecting');
  });

  it('can disconnect while it is still connecting', async () => {
    const hub = await fixture.hub({ faulty: fixture.fault('neverAnswers') });
    const connecting = hub.connect('faulty');
    await until(hub.onDidLog, () => hub.logTail('faulty').length > 0);
    await hub.disconnect('faulty');
    assert.deepEqual(await connecting, { status: 'disconnected' });
    assert.deepEqual(fixture.processes(), []);
  });

  it('can be disposed before anything is connected', async () => {
    const hub = await fixture.hub({ faulty: fixture.fault('neverAnswers') });
    const ready = hub.ready();
    await hub.dispose();
    await ready;
    assert.deepEqual(fixture.processes(), []);
  });

  it('logs what is no message on stdout, and works', async () => {
    const hub = await hubWith(fixture.fault('junkOnStdout'));
    assert.equal(textOf(await hub.callTool('faulty', 'echo', {})), 'done');
    const note = '(stdout, not a message: a server must write logs to stderr) ';
    assert.deepEqual(hub.logTail('faulty'), [
      `${note}Server listening, have fun!`,
      `${note}{"level":"info","msg":"JSON, but no message"}`,
      `${note}called`,
    ]);
  });

  it('ends the processes that one has started, wherever they went', async () => {
    const hub = await hubWith(fixture.fault('leavesGrandchildren'));
    assert.equal(fixture.processes().length, 5);
    await hub.disconnect('faulty');
    assert.equal(fixture.processes().length, 1);
  });

  it('ends the processes of its group that one leaves when it crashes', async () => {
    const hub = await hubWith(fixture.fault('leavesGrandchildren'));
    await assert.rejects(hub.callTool('faulty', 'echo', {}), { code: 'server_gone' });
    await hub.disconnect('faulty');
    // The one that left the group cannot be told from a stranger any more.
    const left = fixture.processes().filter((line) => !line.includes('echoesStart'));
    assert.equal(left.length, 1);
    const stranger = Number.parseInt(left[0] ?? '', 10);
    process.kill(stranger, 'SIGKILL');
    assert.ok(await areGone(stranger, [], 2_000));
  });

  it('reads every page of every list', async () => {
    const hub = await hubWith(fixture.fault('threePages'));
    const catalog = hub.server('faulty')?.catalog;
    assert.deepEqual(toolNames(hub), ['one', 'two', 'three']);
    assert.deepEqual(
      catalog?.resources.map(({ uri }) => uri),
      ['test://one', 'test://two', 'test://three'],
    );
    assert.deepEqual(
      catalog.resourceTemplates.map(({ name }) => name),
      ['one', 'two', 'three'],
    );
    assert.deepEqual(
      catalog.prompts.map(({ name }) => name),
      ['one', 'two', 'three'],
    );
    assert.deepEqual(catalog.warnings, []);
  });

  it('stops where a cursor comes again', async () => {
    const hub = await hubWith(fixture.fault('repeatsCursor'));
    assert.deepEqual(toolNames(hub), ['tool-0', 'tool-1']);
    const [warning] = hub.server('faulty')?.catalog.warnings ?? [];
    assert.equal(warning?.code, 'list_truncated');
    assert.match(warning.message, /gave the same cursor again; 2 items were read/);
  });

  it('stops after 64 pages', async () => {
    const hub = await hubWith(fixture.fault('endlessPages'));
    assert.equal(toolNames(hub)?.length, 64);
    assert.deepEqual(
      hub.server('faulty')?.catalog.warnings.map(({ code }) => code),
      ['list_truncated'],
    );
  });

  it('leaves out bad tools and names them', async () => {
    const hub = await hubWith(fixture.fault('badTools'));
    assert.deepEqual(toolNames(hub), ['good', 'open', 'also-good']);
    assert.deepEqual(hub.server('faulty')?.catalog.warnings, [
      { code: 'tool_skipped', server: 'faulty', message: skipped('the input schema of "any" is not of type "object"') },
      {
        code: 'tool_skipped',
        server: 'faulty',
        message: skipped(`the name of a tool, "${'x'.repeat(40)}"…, is longer than 128 characters`),
      },
      { code: 'tool_skipped', server: 'faulty', message: skipped('a tool has no name') },
      { code: 'tool_skipped', server: 'faulty', message: skipped('an item of its tool list is no object') },
      { code: 'tool_skipped', server: 'faulty', message: skipped('"good" comes twice') },
    ]);
    await assert.rejects(hub.callTool('faulty', 'any', {}), { code: 'not_found', message: /input schema of "any"/ });

    function skipped(fault: string): string {
      return `Left out of tools/list of "faulty": ${fault}.`;
    }
  });

  it('keeps the good blocks of an answer with unknown ones', async () => {
    const hub = await hubWith(fixture.fault('unknownBlock'));
    assert.deepEqual((await hub.callTool('faulty', 'echo', {})).content, [
      { type: 'text', text: 'before' },
      { type: 'unknown', typeName: 'hologram' },
      { type: 'unknown', typeName: 'image' },
      { type: 'text', text: 'after' },
    ]);
  });

  it('warns of lists that fail, one by one, and keeps the others', async () => {
    const hub = await hubWith(fixture.fault('brokenLists'));
    assert.deepEqual(toolNames(hub), ['echo']);
    const warnings = hub.server('faulty')?.catalog.warnings ?? [];
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['resources_failed', 'prompts_failed'],
    );
    assert.match(warnings[0]?.message ?? '', /resources\/list of "faulty" failed: Error: the index is being rebuilt/);
    assert.match(warnings[1]?.message ?? '', /has no array "prompts"/);
  });

  it('fails the call during which one crashes, and starts it again with the next', async () => {
    const hub = await hubWith(fixture.fault('crashesDuringCall'));
    const call = hub.callTool('faulty', 'echo', { crash: true });
    await assert.rejects(call, { code: 'server_gone', message: /^"faulty" went away during the tool "echo"/ });
    assert.equal(failureOf(hub).code, 'exited');
    assert.match(failureOf(hub).message, /exited with code 139.*Segmentation fault, so to speak\.$/s);
    assert.equal(textOf(await hub.callTool('faulty', 'echo', {})), 'fine');
  });

  it('starts one that crashed again when a turn asks for the servers', async () => {
    const hub = await hubWith(fixture.fault('crashesDuringCall'));
    await assert.rejects(hub.callTool('faulty', 'echo', { crash: true }));
    await hub.ready();
    assert.equal(hub.server('faulty')?.state.status, 'connected');
  });

  it('starts one that always crashes again three times and no more, until a person connects it', async () => {
    const hub = await hubWith(fixture.fault('crashesDuringCall'));
    for (let crash = 0; crash < 4; crash++) {
      await assert.rejects(hub.callTool('faulty', 'echo', { crash: true }), { code: 'server_gone' });
    }
    await assert.rejects(hub.callTool('faulty', 'echo', {}), { code: 'not_connected', message: /connect it by hand/ });
    await hub.ready();
    assert.match(failureOf(hub).message, /^It ended 4 times within 5 minutes.*exited with code 139/);
    assert.equal((await hub.connect('faulty')).status, 'connected');
    assert.equal(textOf(await hub.callTool('faulty', 'echo', {})), 'fine');
  });

  it('asks for a list a few times in a storm of announcements, and ends with the newest', async () => {
    const hub = await hubWith(fixture.fault('announcesStorm'));
    for (let count = 0; count < 3; count++) await hub.callTool('faulty', 'add', {});
    await until(hub.onDidChange, () => toolNames(hub)?.length === 5);
    assert.deepEqual(toolNames(hub), ['add', 'listed', 'added-2', 'added-3', 'added-4']);
    assert.ok(Number(textOf(await hub.callTool('faulty', 'listed', {}))) <= 4);
  });

  it('ends with the newest list, and all others, when one changes while they are read for the first time', async () => {
    const hub = await hubWith(fixture.fault('changesWhileListing'));
    await until(hub.onDidChange, () => toolNames(hub)?.[0] === 'new');
    const catalog = hub.server('faulty')?.catalog;
    assert.deepEqual(
      catalog?.resources.map(({ uri }) => uri),
      ['doc://readme'],
    );
    assert.deepEqual(
      catalog?.prompts.map(({ name }) => name),
      ['greet'],
    );
  });

  it('takes the answer of one that exits with it', async () => {
    const hub = await hubWith(fixture.fault('answersAndExits'));
    assert.equal(textOf(await hub.callTool('faulty', 'echo', {})), 'last words');
    await until(hub.onDidChange, () => hub.server('faulty')?.state.status === 'failed');
    assert.match(failureOf(hub).message, /^The server exited with code 0\. It logged nothing\./);
  });

  it('calls a tool that was announced a moment ago', async () => {
    const hub = await hubWith(fixture.fault('announcesStorm'));
    await hub.callTool('faulty', 'add', {});
    assert.equal(textOf(await hub.callTool('faulty', 'added-2', {})), 'added');
  });

  it('takes a message of megabytes, and stops one that sends more than ten', async () => {
    const hub = await hubWith(fixture.fault('hugeLine'));
    assert.equal(textOf(await hub.callTool('faulty', 'echo', { megabytes: 9 })).length, 9 * 1024 * 1024);
    const call = hub.callTool('faulty', 'echo', { megabytes: 11 });
    const why = 'The server sent a message of more than 10 MB, and was stopped. Connect again, and ask it for less.';
    await assert.rejects(call, {
      code: 'server_gone',
      message: `"faulty" went away during the tool "echo", so there is no answer. ${why}`,
    });
    assert.deepEqual(failureOf(hub), { code: 'protocol', message: why });
  });

  describe('by not answering a call', () => {
    it('cancels the call when it is aborted', async () => {
      const hub = await hubWith(fixture.fault('neverDone'));
      const controller = new AbortController();
      const call = hub.callTool(
        'faulty',
        'wait',
        {},
        { signal: controller.signal, onProgress: () => controller.abort() },
      );
      await assert.rejects(call, { code: 'aborted', message: 'the tool "wait" on "faulty" was cancelled.' });
      assert.equal(textOf(await hub.callTool('faulty', 'cancelled', {})), '1');
    });

    it('sends nothing for a call that is aborted before', async () => {
      const hub = await hubWith(fixture.fault('neverDone'));
      await assert.rejects(hub.callTool('faulty', 'wait', {}, { signal: AbortSignal.abort() }), { code: 'aborted' });
      assert.equal(textOf(await hub.callTool('faulty', 'cancelled', {})), '0');
    });

    it('cancels the call after the time limit of the server', async () => {
      const hub = await hubWith(fixture.fault('neverDone', { timeout: 1 }));
      const call = hub.callTool('faulty', 'wait', { isSilent: true });
      await assert.rejects(call, {
        code: 'timeout',
        message:
          '"faulty" did not answer the tool "wait" within 1 s. If it needs longer, set a larger "timeout" for it.',
      });
      assert.equal(textOf(await hub.callTool('faulty', 'cancelled', {})), '1');
    });

    it('waits longer than the time limit as long as there is progress, whether or not anybody listens', async () => {
      const hub = await hubWith(fixture.fault('neverDone'), { requestTimeoutMs: 300 });
      assert.equal(textOf(await hub.callTool('faulty', 'wait', { answerAfter: 25 })), 'done at last');
    });

    it('cancels the call after ten times the limit in spite of progress', async () => {
      const hub = await hubWith(fixture.fault('neverDone'), { requestTimeoutMs: 600 });
      await assert.rejects(hub.callTool('faulty', 'wait', {}), {
        code: 'timeout',
        message: /ten times its time limit of 0\.6 s/,
      });
      assert.equal(textOf(await hub.callTool('faulty', 'cancelled', {})), '1');
    });
  });

  it('takes secrets and colours out of logs', async () => {
    const lines: string[] = [];
    const hub = await hubWith(fixture.fault('logs', { env: { API_TOKEN: 's3cr3t-value' } }));
    hub.onDidLog(({ server, line }) => lines.push(`${server}: ${line}`));
    await hub.callTool('faulty', 'echo', {});
    await until(hub.onDidLog, () => lines.length === 2);
    assert.deepEqual(lines.sort(), ['faulty: [warning] db: slow, with <redacted>', 'faulty: token is <redacted>']);
    assert.deepEqual([...hub.logTail('faulty')].sort(), ['[warning] db: slow, with <redacted>', 'token is <redacted>']);
  });

  it('keeps the beginnings of endless log lines and nothing of the rest in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const hub = await hubWith(fixture.fault('longLogs'));
    collect();
    const before = process.memoryUsage().heapUsed;
    await hub.callTool('faulty', 'echo', { lines: 50 });
    collect();
    const kept = process.memoryUsage().heapUsed - before;
    assert.deepEqual(
      hub.logTail('faulty').map((line) => line.length),
      Array.from({ length: 50 }, () => 2_001),
    );
    assert.ok(kept < 10_000_000, `${kept} bytes are kept`);
  });

  it('ends in time while the configuration is read from a disk that does not answer', async () => {
    const hub = await fixture.hub({ sound: fixture.fault('echoesStart') });
    await hub.ready();
    const file = join(fixture.home, 'mcp.json');
    rmSync(file);
    // Reading a pipe waits for who writes into it.
    execFileSync('mkfifo', [file]);
    const reading = hub.refreshDefinitions();
    try {
      const end = AbortSignal.timeout(10_000);
      await untilAborted(hub.dispose(), end);
      assert.equal(end.aborted, false, 'waited for the disk');
      assert.deepEqual(fixture.processes(), []);
    } finally {
      writeFileSync(file, '');
      await reading;
    }
  });
});
