import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { HubFixture } from './hubFixture.ts';
import { hubProcess } from './hubProcess.ts';
import type { Ending } from './hubProcess.ts';

/** A hub in a process of its own, on the home and the workspace of a fixture. */
export class OtherHost {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = once(child, 'exit');
  }

  /** Starts it and waits until all its servers are connected. */
  static async start({ home, workspace }: HubFixture): Promise<OtherHost> {
    // Its complaint about an error that nobody caught is wanted and of no use here.
    const child = spawn(process.execPath, [hubProcess, home, workspace], { stdio: ['pipe', 'pipe', 'ignore'] });
    const host = new OtherHost(child);
    const [said] = (await Promise.race([once(child.stdout, 'data'), host.#ended])) as [unknown];
    assert.equal(String(said), 'connected\n');
    return host;
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  /** Lets it end in a way that puts nothing away. Resolves when the process is gone. */
  async end(ending: Ending): Promise<void> {
    this.#child.stdin?.write(`${ending}\n`);
    await this.#ended;
  }

  /** Ends it without a chance to do anything. Resolves when the process is gone. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
