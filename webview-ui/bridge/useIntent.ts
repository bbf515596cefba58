import type { Intent } from '../../src/shared/protocol/intents.ts';
import { useViewLink } from './viewLinkContext.ts';

/** Asks the host for a change; the change comes back as state. */
export function useIntent(): (intent: Intent) => void {
  return useViewLink().dispatch;
}
