import './styles/view.css';
import type { ReactElement } from 'react';
import { useEffect } from 'react';
import { useViewLink } from './bridge/viewLinkContext.ts';
import { Announcer } from './features/conversation/Announcer.tsx';
import { Approvals } from './features/approvals/Approvals.tsx';
import { Composer } from './features/composer/Composer.tsx';
import { Conversation } from './features/conversation/Conversation.tsx';
import { Elicitations } from './features/elicitation/Elicitations.tsx';
import { PickerDialog } from './features/pickers/PickerDialog.tsx';
import { ServersPanel } from './features/servers/ServersPanel.tsx';
import { PanelsProvider, usePanels } from './panels.tsx';
import { useFocusReturn } from './useFocusReturn.ts';

/** The connected view, from top to bottom. */
export function View(): ReactElement {
  return (
    <PanelsProvider>
      <div className="view">
        <Conversation />
        <OpenServers />
        <Approvals />
        <Elicitations />
        <Composer />
      </div>
      <PickerDialog />
      <Announcer />
    </PanelsProvider>
  );
}

function OpenServers(): ReactElement | null {
  const { areServersShown, wantedServer, showServers } = usePanels();
  const { onDidReveal } = useViewLink();
  useFocusReturn(areServersShown);
  useEffect(() => {
    const subscription = onDidReveal((place) => {
      if (place === 'servers') showServers(true);
    });
    return () => subscription.dispose();
  }, [onDidReveal, showServers]);
  return areServersShown ? <ServersPanel wanted={wantedServer} onClose={() => showServers(false)} /> : null;
}
