import type { ReactElement } from 'react';
import type { ModelView } from '../../../src/shared/state/viewState.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { Icon } from '../../components/Icon.tsx';
import { text } from '../../text.ts';

/** The model in use, and the way to another. The offline demo is marked as what it is. */
export function ModelButton(): ReactElement {
  const model = useViewState((state) => state.model);
  const dispatch = useIntent();
  const label = labelOf(model);
  return (
    <button
      type="button"
      className={model.isDemo ? 'model-button model-button-demo' : 'model-button'}
      aria-label={text('modelButton', { model: label })}
      title={text('modelButton', { model: label })}
      onClick={() => dispatch({ type: 'model/select' })}
    >
      <span className="model-label">{label}</span>
      <Icon name="chevron-down" />
    </button>
  );
}

/** The host names no model before it has started. */
function labelOf({ id, label, isDemo }: ModelView): string {
  if (id === '') return text('modelUnknown');
  return isDemo ? text('demoLabel') : label;
}
