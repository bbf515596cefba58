import { toDisposable } from '../../src/shared/base/disposable.ts';
import type { Port } from '../../src/shared/rpc/port.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The channel to the extension host. To be called once: the editor hands out its API a single time per page. */
export function openVsCodePort(): Port {
  const api = acquireVsCodeApi();
  return {
    onMessage(listener) {
      const receive = (event: MessageEvent<unknown>): void => listener(event.data);
      window.addEventListener('message', receive);
      return toDisposable(() => window.removeEventListener('message', receive));
    },
    post: (message) => api.postMessage(message),
  };
}
