import type { ReactElement } from 'react';
import { memo } from 'react';
import type { Compaction } from '../../../src/shared/thread/compaction.ts';
import { isElicitationOpen } from '../../../src/shared/thread/elicitation.ts';
import type { ResponsePart, Turn } from '../../../src/shared/thread/threadState.ts';
import { isToolCallEnded } from '../../../src/shared/thread/toolCall.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Icon } from '../../components/Icon.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { text } from '../../text.ts';
import { compactionIn } from './compactionPlace.ts';
import { HostAnswer } from './HostAnswer.tsx';
import { Markdown } from './markdown/Markdown.tsx';
import { RetryNote } from './RetryNote.tsx';
import { SummaryDivider } from './SummaryDivider.tsx';
import { ToolCard } from './ToolCard.tsx';
import { TurnEnding } from './TurnEnding.tsx';

/** The answer: its parts in the order in which they came, and how it ended. */
export function AssistantMessage({ turn }: { turn: Turn }): ReactElement {
  const compaction = useViewState((state) => compactionIn(state.thread.compactions, turn.id));
  const dividerAt = compaction && partAfterRounds(turn.parts, compaction);
  return (
    <>
      {turn.parts.map((part, index) => (
        // Parts are only ever added at the end, so the place of one is its identity.
        <Part
          key={index}
          id={`${turn.id}/${index}`}
          part={part}
          compaction={index === dividerAt ? compaction : undefined}
        />
      ))}
      {turn.status === 'running' ? <Working turn={turn} /> : <TurnEnding turn={turn} />}
    </>
  );
}

/** Index of the part that ends the last summarized round; undefined when none of this turn's rounds is summarized. */
function partAfterRounds(parts: readonly ResponsePart[], { reach }: Compaction): number | undefined {
  let rounds = 0;
  const index = parts.findIndex((part) => part.kind === 'roundEnd' && (rounds += 1) === reach.rounds);
  return index === -1 ? undefined : index;
}

interface PartProps {
  readonly id: string;
  readonly part: ResponsePart;
  /** The summary that ends with this part. */
  readonly compaction: Compaction | undefined;
}

const Part = memo(function Part({ id, part, compaction }: PartProps): ReactElement | null {
  switch (part.kind) {
    case 'markdown':
      return <Markdown source={part.text} />;
    case 'hostAnswer':
      return <HostAnswer content={part.text} cut={part.cut} />;
    case 'reasoning':
      // Some providers hide it and want only its signature back.
      if (part.text === '') return null;
      return (
        <Disclosure id={id} className="reasoning" summary={text('reasoning')}>
          {() => (
            <div className="reasoning-text">
              <PlainText text={part.text} />
            </div>
          )}
        </Disclosure>
      );
    case 'toolCall':
      return <ToolCard call={part.call} />;
    case 'roundEnd':
      return compaction ? <SummaryDivider compaction={compaction} /> : null;
  }
});

/**
 * Says that something is on its way while nothing on the screen says so itself: no text grows, no call is open and no
 * server waits for an answer.
 */
function Working({ turn }: { turn: Turn }): ReactElement | null {
  const { parts, retry, elicitations } = turn;
  if (retry) return <RetryNote retry={retry} />;
  const isCallOpen = parts.some((part) => part.kind === 'toolCall' && !isToolCallEnded(part.call));
  if (isCallOpen || elicitations.some(isElicitationOpen) || parts.at(-1)?.kind === 'markdown') return null;
  return (
    <p className="working">
      <Icon name="loading" isSpinning />
      {text('working')}
    </p>
  );
}
