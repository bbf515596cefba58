import type { ReactElement } from 'react';
import { Fragment } from 'react';
import { useIntent } from '../../bridge/useIntent.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { Button } from '../../components/Button.tsx';
import { text } from '../../text.ts';
import { categoriesOf } from './contextWords.ts';

/** What fills the window, category by category, and the way to make room. */
export function ContextDetails(): ReactElement | null {
  const use = useViewState((state) => state.thread.contextUse);
  const isBusy = useViewState((state) => state.thread.current !== undefined || state.thread.compacting !== undefined);
  const dispatch = useIntent();
  if (!use) return null;
  const ofWindow = use.window === undefined ? [] : [{ name: text('contextWindow'), tokens: use.window }];
  return (
    <section className="context-details" aria-label={text('contextDetails')}>
      <dl className="facts">
        {[...categoriesOf(use), ...ofWindow].map(({ name, tokens }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{text('tokens', { count: tokens })}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="button-row">
        <Button isInert={isBusy} onPress={() => dispatch({ type: 'thread/compact' })}>
          {text('summarizeNow')}
        </Button>
      </div>
    </section>
  );
}
