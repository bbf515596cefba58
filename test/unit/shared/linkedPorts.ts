import { Emitter } from '../../../src/shared/base/emitter.ts';
import type { Port } from '../../../src/shared/rpc/port.ts';

/** Two ends of one channel. Messages are cloned and arrive in order, each in a microtask of its own, as postMessage does. */
export function linkedPorts(): readonly [Port, Port] {
  const ends = [new Emitter<unknown>(), new Emitter<unknown>()] as const;
  const port = (own: 0 | 1): Port => ({
    onMessage: ends[own].event,
    post: (message) => {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => ends[own === 0 ? 1 : 0].fire(copy));
    },
  });
  return [port(0), port(1)];
}
