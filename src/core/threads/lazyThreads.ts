import type { ThreadsPort } from './threadsPort.ts';

/** The stored conversations, with nothing loaded of what reads them before somebody wants one. */
export function lazyThreads(load: () => Promise<ThreadsPort>): ThreadsPort {
  let loading: Promise<ThreadsPort> | undefined;
  const threads = (): Promise<ThreadsPort> => (loading ??= load());
  return {
    list: async (...query) => (await threads()).list(...query),
    search: async (...query) => (await threads()).search(...query),
    read: async (...thread) => (await threads()).read(...thread),
    rename: async (...change) => (await threads()).rename(...change),
    delete: async (...thread) => (await threads()).delete(...thread),
    export: async (...wanted) => (await threads()).export(...wanted),
  };
}
