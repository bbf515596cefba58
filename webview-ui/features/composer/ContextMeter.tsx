import type { ReactElement } from 'react';
import { useViewState } from '../../bridge/useViewState.ts';
import { contextLabel, contextShort, shareOf } from './contextWords.ts';

interface ContextMeterProps {
  readonly isExpanded: boolean;
  readonly onPress: () => void;
}

/** Share of the window that is worth a look. */
const fullPercent = 75;

/** How full the model's context window was at the last request; its name says by what. Opens the details. */
export function ContextMeter({ isExpanded, onPress }: ContextMeterProps): ReactElement | null {
  const use = useViewState((state) => state.thread.contextUse);
  if (!use) return null;
  const label = contextLabel(use);
  const isFull = (shareOf(use) ?? 0) >= fullPercent;
  return (
    <button
      type="button"
      className={isFull ? 'context-meter context-meter-full' : 'context-meter'}
      aria-label={label}
      title={label}
      aria-expanded={isExpanded}
      onClick={onPress}
    >
      {contextShort(use)}
    </button>
  );
}
