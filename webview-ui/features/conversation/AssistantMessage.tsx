import type { ReactElement } from 'react';
import { memo } from 'react';
import type { ResponsePart, Turn } from '../../../src/shared/thread/threadState.ts';
import { isToolCallEnded } from '../../../src/shared/thread/toolCall.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Icon } from '../../components/Icon.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { text } from '../../text.ts';
import { Markdown } from './markdown/Markdown.tsx';
import { ToolCard } from './ToolCard.tsx';
import { TurnEnding } from './TurnEnding.tsx';

/** The answer: its parts in the order in which they came, and how it ended. */
export function AssistantMessage({ turn }: { turn: Turn }): ReactElement {
  return (
    <>
      {turn.parts.map((part, index) => (
        // Parts are only ever added at the end, so the place of one is its identity.
        <Part key={index} id={`${turn.id}/${index}`} part={part} />
      ))}
      {turn.status === 'running' ? <Working parts={turn.parts} /> : <TurnEnding turn={turn} />}
    </>
  );
}

const Part = memo(function Part({ id, part }: { id: string; part: ResponsePart }): ReactElement | null {
  switch (part.kind) {
    case 'markdown':
      return <Markdown source={part.text} />;
    case 'hostAnswer':
      return <Markdown source={part.text} />;
    case 'reasoning':
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
      return null;
  }
});

/** Says that something is on its way while nothing on the screen says so itself: no text grows, no call is open. */
function Working({ parts }: { parts: readonly ResponsePart[] }): ReactElement | null {
  const isCallOpen = parts.some((part) => part.kind === 'toolCall' && !isToolCallEnded(part.call));
  if (isCallOpen || parts.at(-1)?.kind === 'markdown') return null;
  return (
    <p className="working">
      <Icon name="loading" isSpinning />
      {text('working')}
    </p>
  );
}
