import type { Timing } from '../../base/timing.ts';
import type { TransportDefinition } from '../config/serverDefinition.ts';
import { BackOff } from './backOff.ts';
import type { ConnectionFailure } from './connectionState.ts';
import { recoveryFrom } from './reconnection.ts';
import type { Recovery } from './reconnection.ts';
import { RestartBudget, maxRestarts } from './restartBudget.ts';

const notStartedAgain = `It ended ${maxRestarts + 1} times within 5 minutes and does not start by itself any more: connect it by hand.`;

/** What was done, without a person, about the connections of one server that failed, and what may be done yet. */
export class ServerRecovery {
  readonly #budget = new RestartBudget();
  readonly #backOff: BackOff;
  /** Whether there has been a connection to what is configured now. */
  #wasReached = false;
  /** It crashed too often to be started again without a person. */
  #isGivenUp = false;

  constructor(timing: Timing) {
    this.#backOff = new BackOff(timing);
  }

  /** What may be done about a failure; `wasConnected` says whether the connection that failed had been one. */
  from(failure: ConnectionFailure, transport: TransportDefinition, wasConnected: boolean): Recovery {
    return recoveryFrom(failure, transport, this.#wasReached || wasConnected);
  }

  /** The failure as a person is to know it: with what is done about it, or that nothing is any more. */
  described(failure: ConnectionFailure): ConnectionFailure {
    const { retryAt } = this.#backOff;
    const message = this.#isGivenUp ? `${notStartedAgain} ${failure.message}` : failure.message;
    return { ...failure, message, ...(retryAt !== undefined && { retryAt }) };
  }

  /** What is configured now has been connected to. */
  noteReached(): void {
    this.#wasReached = true;
  }

  /** An attempt to connect succeeded. */
  succeed(): void {
    this.#backOff.succeed();
  }

  /** Reconnects after a while, unless that was tried too often. */
  planReconnection(reconnect: () => void): void {
    this.#backOff.plan(reconnect);
  }

  /** Takes one restart of a process that ended. False when it ended too often; `say` is called the first time. */
  takeRestart(say: (line: string) => void): boolean {
    if (this.#budget.take()) return true;
    if (!this.#isGivenUp) {
      this.#isGivenUp = true;
      say(`(${notStartedAgain})`);
    }
    return false;
  }

  /** Another connection is made, or none: what was planned for the one before is not done. */
  cancel(): void {
    this.#backOff.cancel();
    this.#isGivenUp = false;
  }

  /** A person wants it connected: everything is tried as if nothing had been. */
  beginAnew(): void {
    this.#budget.refill();
    this.#backOff.reset();
  }

  /** Somebody ended it, or it is another server now: nothing is recovered. */
  forget(): void {
    this.#backOff.reset();
    this.#wasReached = false;
  }
}
