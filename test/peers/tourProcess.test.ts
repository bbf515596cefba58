import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { builtTour, connectedTour, type BuiltTour } from './tourClient.ts';

type TourProcess = ChildProcessByStdio<Writable, Readable, Readable>;

describe('the tour server process', function () {
  this.timeout(20_000);
  let built: BuiltTour;
  let child: TourProcess;

  before(async () => {
    built = await builtTour();
  });
  beforeEach(() => {
    child = spawn(process.execPath, [built.server], { stdio: ['pipe', 'pipe', 'pipe'] });
  });
  afterEach(() => child.kill('SIGKILL'));
  after(() => built.remove());

  it('puts the code of "resource not found" on the wire for an unknown city', async () => {
    await initialized(child);
    const answer = await request(child, 2, 'resources/read', { uri: 'docs://city/Atlantis' });
    const { error } = answer as { error: { code: number; message: string; data: unknown } };
    assert.equal(error.code, -32002);
    assert.match(error.message, /^There is no city "Atlantis"/);
    assert.deepEqual(error.data, { uri: 'docs://city/Atlantis' });
  });

  it('ends with its work done when its input closes', async () => {
    await initialized(child);
    const ended = once(child, 'exit');
    const answered = nextLine(child);
    child.stdin.end(line({ jsonrpc: '2.0', id: 2, method: 'tools/list' }));
    assert.match(await answered, /estimate_cost/);
    assert.deepEqual(await ended, [0, null]);
  });

  it('ends on SIGTERM while its input is open', async () => {
    await initialized(child);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [null, 'SIGTERM']);
  });

  it('ends without a stack trace when nobody reads its answers any more', async () => {
    await initialized(child);
    const complaints: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
    const closed = once(child.stdout, 'close');
    child.stdout.destroy();
    await closed;
    const ended = once(child, 'close');
    child.stdin.write(line({ jsonrpc: '2.0', id: 2, method: 'tools/list' }));
    assert.deepEqual(await ended, [0, null]);
    assert.equal(Buffer.concat(complaints).toString(), '');
  });

  it('is gone when the client that started it closes', async () => {
    const { client, pid } = await connectedTour(built.server);
    assert.equal(isAlive(pid), true);
    await client.close();
    assert.equal(isAlive(pid), false);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function line(message: object): string {
  return `${JSON.stringify(message)}\n`;
}

async function nextLine(child: TourProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout });
  try {
    const [answer] = (await once(lines, 'line')) as [string];
    return answer;
  } finally {
    lines.close();
  }
}

async function request(child: TourProcess, id: number, method: string, params: object): Promise<unknown> {
  const answer = nextLine(child);
  child.stdin.write(line({ jsonrpc: '2.0', id, method, params }));
  return JSON.parse(await answer);
}

/** Shakes hands by hand: what goes over the wire is the point here. */
async function initialized(child: TourProcess): Promise<void> {
  const clientInfo = { name: 'tour-test', version: '1.0.0' };
  await request(child, 1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  child.stdin.write(line({ jsonrpc: '2.0', method: 'notifications/initialized' }));
}
