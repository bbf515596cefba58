import './emptyState.css';
import type { ReactElement } from 'react';
import { useIntent } from '../../bridge/useIntent.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { text } from '../../text.ts';
import { EmptyStateServers } from './EmptyStateServers.tsx';

/** A conversation before its first message: what is connected, and what can be done with it now. */
export function EmptyState(): ReactElement {
  const isDemo = useViewState((state) => state.model.isDemo);
  const dispatch = useIntent();
  return (
    <div className="empty-state">
      <Icon name="mcp" />
      <h2>{text('emptyHeading')}</h2>
      <p>{text('emptyIntro')}</p>
      <EmptyStateServers />
      <LinkButton onPress={() => dispatch({ type: 'thread/showHistory' })}>{text('earlierChats')}</LinkButton>
      {isDemo && (
        <div className="empty-state-demo">
          <p>
            <strong>{text('demoLabel')}</strong>
          </p>
          <p>{text('demoExplained')}</p>
          <Button onPress={() => dispatch({ type: 'model/select' })}>{text('chooseModel')}</Button>
        </div>
      )}
    </div>
  );
}
