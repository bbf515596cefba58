import { createContext } from 'react';

/**
 * Which tool cards a person opened or closed, by call id. Kept outside the cards, since the list takes rows off the
 * screen when they are scrolled away.
 */
export const OpenCardsContext = createContext<Map<string, boolean>>(new Map());
