import { createContext, useContext } from 'react';
import type { ViewLink } from './viewConnection.ts';

/** Gives the parts of the view their link to the host. */
export const ViewLinkContext = createContext<ViewLink | undefined>(undefined);

/** The link to the host. Throws outside a connected view. */
export function useViewLink(): ViewLink {
  const link = useContext(ViewLinkContext);
  if (!link) throw new Error('This part of the view is used outside a connected view');
  return link;
}
