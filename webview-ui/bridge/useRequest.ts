import type { ViewLink } from './viewConnection.ts';
import { useViewLink } from './viewLinkContext.ts';

/** Asks the host for data, once, from an event handler. For data a component shows, see `useLoaded`. */
export function useRequest(): ViewLink['request'] {
  return useViewLink().request;
}
