import type { ThreadEvent } from '../shared/thread/threadEvent.ts';
import { visibleLine } from './visibleText.ts';

/** Why nothing happens for a while, for `--verbose`: no object of the output tells of it. */
export function waitingLine(event: ThreadEvent): string | undefined {
  switch (event.type) {
    case 'modelRetryScheduled': {
      const seconds = Math.max(0, Math.ceil((event.retryAt - Date.now()) / 1000));
      return visibleLine(`model: ${event.message} Trying again in ${seconds} s (attempt ${event.attempt}).`);
    }
    case 'compactionStarted':
      return 'summarizing the older part of the conversation for the model';
    case 'compactionEnded':
      if (!event.result) return visibleLine(`no summary: ${event.message ?? 'it was stopped'}`);
      return `summarized: ${event.result.tokensBefore} tokens became ${event.result.tokensAfter}`;
    default:
      return undefined;
  }
}
