import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describeConnectError } from '../../src/core/mcp/connection/connectionFailure.ts';
import { silentLogger } from '../../src/core/base/logger.ts';
import { ProcessRegistry } from '../../src/core/mcp/process/processRegistry.ts';
import { ProcessTransport } from '../../src/core/mcp/process/processTransport.ts';
import { HubFixture } from '../support/hubFixture.ts';

describe('the transport of a process', function () {
  this.timeout(10_000);
  let fixture: HubFixture;
  let transports: ProcessTransport[];
  let log: string[];

  beforeEach(() => {
    fixture = new HubFixture();
    transports = [];
    log = [];
  });
  afterEach(async () => {
    await Promise.all(transports.map((made) => made.close()));
    await fixture.dispose();
    assert.deepEqual(fixture.processes(), [], 'left running');
  });

  function transport(fault: string): ProcessTransport {
    const { command, args } = fixture.fault(fault) as { command: string; args: string[] };
    const registry = new ProcessRegistry(fixture.home, silentLogger);
    const onLog = (line: string): unknown => log.push(line);
    const made = new ProcessTransport({ command, args, env: {}, cwd: fixture.root, registry, onLog });
    transports.push(made);
    return made;
  }

  it('leaves nothing behind when it is closed while the process is being started', async () => {
    const closed = transport('ignoresTheEnd');
    const started = closed.start();
    await closed.close();
    assert.deepEqual(fixture.processes(), []);
    await started;
    await assert.rejects(closed.send({ jsonrpc: '2.0', method: 'ping' }), /closed/);
  });

  it('cannot be started after it was closed', async () => {
    const closed = transport('neverAnswers');
    await closed.close();
    await assert.rejects(closed.start(), /closed/);
    assert.equal(closed.pid, null);
  });

  it('tells nobody what a process did that was launched ahead, until it is started', async () => {
    const ended = transport('exitsAtOnce');
    let closes = 0;
    const closed = new Promise<void>((resolve) => {
      ended.onclose = () => {
        closes++;
        resolve();
      };
    });
    ended.launch();
    while (!ended.exit) await nextTurn();
    assert.equal(closes, 0);
    await ended.start();
    await closed;
    assert.deepEqual(ended.exit, { code: 3, signal: null, isForced: false });
    assert.deepEqual(log, ['Cannot open the database at /var/lib/tours.'], 'started once');
  });

  it('says once that it is closed, with how the process ended and all it has logged', async () => {
    const ended = transport('exitsAtOnce');
    let closes = 0;
    const closed = new Promise<void>((resolve) => {
      ended.onclose = () => {
        closes++;
        resolve();
      };
    });
    await ended.start();
    await closed;
    assert.deepEqual(ended.exit, { code: 3, signal: null, isForced: false });
    assert.deepEqual(log, ['Cannot open the database at /var/lib/tours.']);
    await ended.close();
    assert.equal(closes, 1);
  });

  it('waits for the news of an end that a broken pipe announces, and for the last of the log', async () => {
    const ending = transport('breaksItsPipe');
    await ending.start();
    const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    const definition = { type: 'stdio', command: 'x', args: [], env: {}, cwd: fixture.root } as const;
    assert.equal(ending.exit, undefined);
    const { code, message } = await describeConnectError(broken, ending, definition, '', () => log);
    assert.equal(code, 'exited');
    assert.match(message, /^The server exited with code 3\./);
    assert.match(message, /No licence\.$/);
  });

  it('goes on when who listens fails: tells the error, delivers what comes later, and the end', async () => {
    const open = transport('announcesStorm');
    const errors: string[] = [];
    let messages = 0;
    let hasAnswered = (): void => {};
    const answered = new Promise<void>((resolve) => (hasAnswered = resolve));
    const closed = new Promise<void>((resolve) => (open.onclose = resolve));
    open.onerror = ({ message }) => errors.push(message);
    open.onmessage = (message) => {
      messages++;
      if ('id' in message) hasAnswered();
      if (messages === 1) throw new Error('cannot take the first');
    };
    await open.start();
    await open.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add', arguments: {} } });
    await answered;
    assert.deepEqual([messages, errors], [1001, ['cannot take the first']]);
    process.kill(open.pid as number, 'SIGKILL');
    await closed;
    assert.equal(open.exit?.signal, 'SIGKILL');
  });

  it('delivers messages in order, each after the handlers of the one before', async () => {
    const open = transport('announcesStorm');
    const order: string[] = [];
    const answered = new Promise<void>((resolve) => {
      open.onmessage = (message) => {
        order.push('id' in message ? 'answer' : 'announcement');
        void Promise.resolve().then(() => order.push('handled'));
        if ('id' in message) setImmediate(resolve);
      };
    });
    await open.start();
    await open.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add', arguments: {} } });
    await answered;
    assert.equal(order.length, 2 * 1001);
    assert.deepEqual(order.slice(-4), ['announcement', 'handled', 'answer', 'handled']);
  });
});
