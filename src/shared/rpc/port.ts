import type { Event } from '../base/emitter.ts';

/** One end of a channel of structured-clone-able messages, in order. What arrives is unknown until parsed. */
export interface Port {
  readonly onMessage: Event<unknown>;
  post(message: unknown): void;
}

/** Runs a function after a delay in milliseconds, until disposed. Injected, since timers belong to a runtime. */
export type Schedule = (run: () => void, delayMs: number) => { dispose(): void };
