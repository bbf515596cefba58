import type { ReactElement, ReactNode } from 'react';
import { createContext, useContext, useMemo, useState } from 'react';
import type { PromptEntry } from '../src/shared/protocol/catalogRequests.ts';

/** A prompt's form, with what is known of its arguments. */
export interface PromptForm {
  readonly prompt: PromptEntry;
  readonly values: Readonly<Record<string, string>>;
  /** The typed text that opened the form: the host takes it out of the composer when the turn has started. */
  readonly command?: string | undefined;
}

/** The dialog that is open over the view. */
type Picker = { readonly kind: 'resources' } | { readonly kind: 'prompts'; readonly form?: PromptForm };

/** A server whose row a person wants to see. */
export interface WantedServer {
  readonly name: string;
}

interface Panels {
  readonly picker: Picker | undefined;
  readonly areServersShown: boolean;
  /** The server that the list of servers was opened for, if for one; another object with each wish. */
  readonly wantedServer: WantedServer | undefined;
  readonly openPicker: (picker: Picker) => void;
  readonly closePicker: () => void;
  readonly showServers: (isShown: boolean, name?: string) => void;
}

const PanelsContext = createContext<Panels | undefined>(undefined);

/** Holds which panels are open: a matter of this view alone, unknown to the host. */
export function PanelsProvider({ children }: { children: ReactNode }): ReactElement {
  const [picker, setPicker] = useState<Picker>();
  const [servers, setServers] = useState<{ readonly wanted?: WantedServer }>();
  const panels = useMemo<Panels>(
    () => ({
      picker,
      areServersShown: servers !== undefined,
      wantedServer: servers?.wanted,
      openPicker: setPicker,
      closePicker: () => setPicker(undefined),
      showServers: (isShown, name) =>
        setServers(isShown ? { ...(name !== undefined && { wanted: { name } }) } : undefined),
    }),
    [picker, servers],
  );
  return <PanelsContext.Provider value={panels}>{children}</PanelsContext.Provider>;
}

/** Which panels are open, and how to open and close them. */
export function usePanels(): Panels {
  const panels = useContext(PanelsContext);
  if (!panels) throw new Error('Panels are used outside their provider');
  return panels;
}
