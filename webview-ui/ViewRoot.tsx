import type { ReactElement } from 'react';
import { useCallback, useSyncExternalStore } from 'react';
import type { ConnectionStatus, ViewConnection } from './bridge/viewConnection.ts';
import { ViewLinkContext } from './bridge/viewLinkContext.ts';
import { ErrorBoundary } from './components/ErrorBoundary.tsx';
import { ReloadNotice } from './ReloadNotice.tsx';
import { text } from './text.ts';
import { View } from './View.tsx';

interface ViewRootProps {
  readonly connection: ViewConnection;
  readonly onReload: () => void;
}

/** The whole view, behind a boundary that can start it anew. */
export function ViewRoot({ connection, onReload }: ViewRootProps): ReactElement {
  const status = useConnectionStatus(connection);
  return (
    <main>
      <h1 className="visually-hidden">{text('appHeading')}</h1>
      <ErrorBoundary
        fallback={(message) => <ReloadNotice title={text('viewFailed')} message={message} onReload={onReload} />}
      >
        <Connected status={status} onReload={onReload} />
      </ErrorBoundary>
    </main>
  );
}

function Connected({ status, onReload }: { status: ConnectionStatus; onReload: () => void }): ReactElement {
  switch (status.kind) {
    case 'connecting':
      return <p className="view-connecting">{text('connecting')}</p>;
    case 'failed':
      return <ReloadNotice title={text('connectionFailed')} message={status.message} onReload={onReload} />;
    case 'ready':
      return (
        <ViewLinkContext.Provider value={status.link}>
          <View />
        </ViewLinkContext.Provider>
      );
  }
}

function useConnectionStatus(connection: ViewConnection): ConnectionStatus {
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = connection.onDidChangeStatus(listener);
      return () => subscription.dispose();
    },
    [connection],
  );
  return useSyncExternalStore(subscribe, () => connection.status);
}
