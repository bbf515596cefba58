import assert from 'node:assert/strict';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { describeFaults } from '../support/faultCase.ts';
import { textOf } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';

/** Calls the tool of a server that goes away over it. */
async function callInVain(hub: Hub, args: Readonly<Record<string, string | number | boolean>> = {}): Promise<void> {
  await assert.rejects(hub.callTool('faulty', 'echo', args), { code: 'server_gone' });
}

describeFaults('a process that misbehaves beside a sound server:', [
  {
    fault: 'one that is silent',
    outcome: 'is given up when the time to connect is over',
    server: (fixture) => ({ entry: fixture.fault('neverAnswers'), settings: { connectTimeoutMs: 1_500 } }),
    ends: { status: 'failed', code: 'timeout', message: /did not answer within 1\.5 s.*Waiting for the moon\.$/s },
  },
  {
    fault: 'one that is slow',
    outcome: 'connects in its time',
    server: (fixture) => ({ entry: fixture.fault('slow') }),
    ends: { status: 'connected' },
    look: async (hub) => assert.equal(textOf(await hub.callTool('faulty', 'echo', {})), 'at last'),
  },
  {
    fault: 'one that exits at once',
    outcome: 'fails with its exit code and its log',
    server: (fixture) => ({ entry: fixture.fault('exitsAtOnce') }),
    ends: { status: 'failed', code: 'exited', message: /exited with code 3\..*Cannot open the database/s },
  },
  {
    fault: 'one that quotes a secret among its arguments',
    outcome: 'fails without it',
    server: (fixture) => {
      const { args, ...entry } = fixture.fault('quotesItsArguments') as { args: string[] };
      return { entry: { ...entry, args: [...args, '--mode', 'fast', '--api-key', 'hunter2-hunter2'] } };
    },
    ends: { status: 'failed', code: 'exited', message: /with --mode fast --api-key <redacted>$/ },
    look: (hub) => assert.doesNotMatch(hub.logTail('faulty').join('\n'), /hunter2/),
  },
  {
    fault: 'one that cannot be started',
    outcome: 'fails with the path that was searched',
    server: () => ({ entry: { command: 'patchbay-no-such-program', env: { PATH: '/nowhere/bin' } } }),
    ends: { status: 'failed', code: 'spawn_failed', message: /was not found.*Searched PATH: \/nowhere\/bin$/s },
  },
  {
    fault: 'one that crashes again and again',
    outcome: 'is started again three times and then left to the person',
    server: (fixture) => ({ entry: fixture.fault('crashesDuringCall') }),
    provoke: async (hub) => {
      for (let crash = 0; crash < 4; crash++) await callInVain(hub, { crash: true });
      await assert.rejects(hub.callTool('faulty', 'echo', {}), { code: 'not_connected' });
    },
    ends: { status: 'failed', code: 'exited', message: /^It ended 4 times within 5 minutes.*exited with code 139/s },
  },
  {
    fault: 'one that is killed during a call',
    outcome: 'fails with the signal, and the call with it',
    server: (fixture) => ({ entry: fixture.fault('killsItself') }),
    provoke: callInVain,
    ends: { status: 'failed', code: 'exited', message: /was ended by SIGKILL/ },
  },
  {
    fault: 'one that ignores the end of its input and polite signals',
    outcome: 'is ended all the same',
    server: (fixture) => ({ entry: fixture.fault('ignoresTheEnd') }),
    provoke: (hub) => hub.disconnect('faulty'),
    ends: { status: 'disconnected' },
  },
  {
    fault: 'one that closes its output and lives on',
    outcome: 'is stopped, and the call fails',
    server: (fixture) => ({ entry: fixture.fault('closesItsOutput') }),
    provoke: (hub) => callInVain(hub),
    ends: { status: 'failed', code: 'exited', message: /^The server closed its output, .* and was stopped\./ },
  },
  {
    fault: 'one with processes below it',
    outcome: 'takes them with it, also those that left its group',
    server: (fixture) => ({ entry: fixture.fault('leavesGrandchildren'), processes: 4 }),
    provoke: (hub) => hub.disconnect('faulty'),
    ends: { status: 'disconnected' },
  },
  {
    fault: 'one that writes noise on stdout',
    outcome: 'stays connected, the noise in its log',
    server: (fixture) => ({ entry: fixture.fault('junkOnStdout') }),
    ends: { status: 'connected' },
    look: (hub) => assert.match(hub.logTail('faulty').join('\n'), /not a message.*Server listening, have fun!/),
  },
  {
    fault: 'one that floods stdout and its log',
    outcome: 'answers in the end, with the last lines kept',
    server: (fixture) => ({ entry: fixture.fault('floods') }),
    provoke: async (hub) => assert.equal(textOf(await hub.callTool('faulty', 'echo', {})), 'done'),
    ends: { status: 'connected' },
    look: (hub) => assert.equal(hub.logTail('faulty').length, 200),
  },
  {
    fault: 'one that sends a line of 12 MB',
    outcome: 'is stopped',
    server: (fixture) => ({ entry: fixture.fault('hugeLine') }),
    provoke: (hub) => callInVain(hub, { megabytes: 12 }),
    ends: { status: 'failed', code: 'protocol', message: /more than 10 MB/ },
  },
  {
    fault: 'one that repeats a cursor',
    outcome: 'stays connected, with what was read and a warning',
    server: (fixture) => ({ entry: fixture.fault('repeatsCursor') }),
    ends: { status: 'connected' },
    look: (hub) => {
      const catalog = hub.server('faulty')?.catalog;
      assert.equal(catalog?.tools.length, 2);
      assert.deepEqual(
        catalog.warnings.map(({ code }) => code),
        ['list_truncated'],
      );
    },
  },
  {
    fault: 'one that announces a thousand changes of a list',
    outcome: 'is asked a few times and ends with the newest list',
    server: (fixture) => ({ entry: fixture.fault('announcesStorm') }),
    provoke: (hub) => hub.callTool('faulty', 'add', {}),
    ends: { status: 'connected' },
    look: async (hub) => {
      await until(hub.onDidChange, () => hub.server('faulty')?.catalog.tools.length === 3);
      assert.ok(Number(textOf(await hub.callTool('faulty', 'listed', {}))) <= 3);
    },
  },
  {
    fault: 'one that dies of the question which era it speaks',
    outcome: 'is started once more and connects',
    server: (fixture) => ({ entry: fixture.fault('diesOfProbe') }),
    ends: { status: 'connected' },
  },
  {
    fault: 'one that does not answer that question',
    outcome: 'connects when the time for it is over',
    server: (fixture) => ({ entry: fixture.fault('answersProbe', { env: { ANSWER: 'nothing' } }) }),
    ends: { status: 'connected' },
  },
  {
    fault: 'one that answers that question with an error of its own',
    outcome: 'connects',
    server: (fixture) => ({ entry: fixture.fault('answersProbe', { env: { ANSWER: 'error' } }) }),
    ends: { status: 'connected' },
  },
  {
    fault: 'one that answers that question with nonsense',
    outcome: 'connects',
    server: (fixture) => ({ entry: fixture.fault('answersProbe', { env: { ANSWER: 'nonsense' } }) }),
    ends: { status: 'connected' },
  },
]);
