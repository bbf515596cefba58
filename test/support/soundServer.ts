import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { textOf } from './hubFixture.ts';

/** A call of a server that does nothing takes a few milliseconds; a busy machine may make more of it. */
const patienceMs = 1_000;
const pauseMs = 20;

/** The server `sound` of a hub, test/servers/faults/echoesStart, which must notice nothing of what others do. */
export class SoundServer {
  readonly #hub: Hub;
  readonly #pid: number;
  readonly #states = new Set<string>();

  private constructor(hub: Hub, pid: number) {
    this.#hub = hub;
    this.#pid = pid;
    hub.onDidChange(() => this.#states.add(hub.server('sound')?.state.status ?? 'gone'));
  }

  static async connect(hub: Hub): Promise<SoundServer> {
    assert.equal((await hub.connect('sound')).status, 'connected');
    return new SoundServer(hub, await pidOf(hub));
  }

  /** Calls it again and again until the promise is settled, once at least; each time it must answer at once. */
  async answersDuring(happening: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = (): void => void (isOver = true);
    happening.then(over, over);
    do {
      const start = Date.now();
      assert.equal(await pidOf(this.#hub), this.#pid, 'the sound server was started anew');
      assert.ok(Date.now() - start < patienceMs, `the sound server took ${Date.now() - start} ms to answer`);
      await delay(pauseMs);
    } while (!isOver);
  }

  /** Fails unless it still has the connection that it began with. */
  async assertUnmoved(): Promise<void> {
    assert.equal(await pidOf(this.#hub), this.#pid, 'the sound server was started anew');
    this.#states.delete('connected');
    assert.deepEqual([...this.#states], [], 'states that the sound server was in');
  }
}

async function pidOf(hub: Hub): Promise<number> {
  const { pid } = JSON.parse(textOf(await hub.callTool('sound', 'echo', {}))) as { pid: number };
  return pid;
}
