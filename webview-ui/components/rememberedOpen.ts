import { createContext, useContext, useState } from 'react';

/**
 * What a person has opened or closed, by the id of the thing. Kept above a virtual list, since the list takes rows out
 * of the document when they are scrolled away.
 */
export const RememberedOpenContext = createContext<Map<string, boolean> | undefined>(undefined);

/** Whether something is open: as the person left it, else as it opens by itself. */
export function useRememberedOpen(
  id: string,
  opensByItself: boolean,
): [isOpen: boolean, setOpen: (to: boolean) => void] {
  const remembered = useContext(RememberedOpenContext);
  const [chosen, setChosen] = useState(remembered?.get(id));
  const setOpen = (to: boolean): void => {
    remembered?.set(id, to);
    setChosen(to);
  };
  return [chosen ?? opensByItself, setOpen];
}
