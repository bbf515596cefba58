import type { ReactElement } from 'react';
import { useMemo } from 'react';
import { alternativesOf } from '../../../src/shared/thread/branches.ts';
import type { Turn } from '../../../src/shared/thread/threadState.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { text } from '../../text.ts';

interface MessageActionsProps {
  readonly turn: Turn;
  readonly onEdit: () => void;
  readonly onRetry: () => void;
}

/** The other versions of a message, and how to make one more. While an answer runs, nothing of it can be done. */
export function MessageActions({ turn, onEdit, onRetry }: MessageActionsProps): ReactElement | null {
  const isRunning = useViewState((state) => state.thread.current !== undefined);
  const alternatives = useAlternatives(turn);
  if (isRunning && alternatives.length < 2) return null;
  return (
    <div role="group" aria-label={text('messageActions')} className="message-actions">
      {alternatives.length > 1 && <Versions turn={turn} alternatives={alternatives} isInert={isRunning} />}
      {!isRunning && (
        <>
          <IconButton icon="edit" label={text('edit')} onPress={onEdit} />
          <IconButton icon="refresh" label={text('retry')} onPress={onRetry} />
        </>
      )}
    </div>
  );
}

interface VersionsProps {
  readonly turn: Turn;
  readonly alternatives: readonly Turn[];
  readonly isInert: boolean;
}

function Versions({ turn, alternatives, isInert }: VersionsProps): ReactElement {
  const dispatch = useIntent();
  const index = alternatives.findIndex(({ id }) => id === turn.id);
  const show = (other: Turn | undefined): void => {
    if (other) dispatch({ type: 'branch/select', turnId: other.id });
  };
  return (
    <span className="message-versions">
      <IconButton
        icon="chevron-left"
        label={text('previousBranch')}
        isInert={isInert || index === 0}
        onPress={() => show(alternatives[index - 1])}
      />
      <span className="secondary">{text('branchPosition', { position: index + 1, total: alternatives.length })}</span>
      <IconButton
        icon="chevron-right"
        label={text('nextBranch')}
        isInert={isInert || index === alternatives.length - 1}
        onPress={() => show(alternatives[index + 1])}
      />
    </span>
  );
}

function useAlternatives(turn: Turn): readonly Turn[] {
  const otherTurns = useViewState((state) => state.thread.otherTurns);
  return useMemo(() => alternativesOf({ turns: [turn], otherTurns }, turn), [turn, otherTurns]);
}
