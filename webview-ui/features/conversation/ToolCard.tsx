import './toolCard.css';
import type { ReactElement } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { ResultBlock } from '../../../src/shared/thread/resultBlock.ts';
import type { ToolCall } from '../../../src/shared/thread/toolCall.ts';
import { isToolCallEnded } from '../../../src/shared/thread/toolCall.ts';
import { Icon } from '../../components/Icon.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { useRememberedOpen } from '../../components/rememberedOpen.ts';
import { text } from '../../text.ts';
import { ResultBlocks } from './ResultBlocks.tsx';
import { durationInWords, iconOfCall, nameOfCall, stateOfCall, titleOfCall } from './toolCallWords.ts';

/** One tool call: what it is and how far it has come, and opened, its arguments and its result. */
export function ToolCard({ call }: { call: ToolCall }): ReactElement {
  const [isOpen, setOpen] = useRememberedOpen(call.id, opensByItself(call));
  const name = nameOfCall(call);
  const { title, server } = titleOfCall(call);
  return (
    <div role="group" aria-label={name} className={`tool-card tool-card-${call.status}`}>
      <div className="tool-header">
        <button type="button" className="tool-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <span className="tool-words">
            <bdi>{visibleCharacters(title)}</bdi>
            {server !== undefined && <bdi className="secondary">{visibleCharacters(server)}</bdi>}
          </span>
        </button>
        <ToolState call={call} />
      </div>
      {call.status === 'running' && call.progress && <ToolProgress title={title} progress={call.progress} />}
      {isOpen && <ToolDetails call={call} />}
    </div>
  );
}

function ToolState({ call }: { call: ToolCall }): ReactElement {
  const icon = iconOfCall(call);
  const durationMs = 'durationMs' in call ? call.durationMs : undefined;
  return (
    <span className="tool-state">
      <Icon name={icon} isSpinning={icon === 'loading'} />
      <span className="tool-state-word">{stateOfCall(call)}</span>
      {'late' in call && call.late && <span className="secondary">{text('lateMark')}</span>}
      {durationMs !== undefined && <span className="secondary">{durationInWords(durationMs)}</span>}
    </span>
  );
}

type RunningProgress = NonNullable<Extract<ToolCall, { status: 'running' }>['progress']>;

function ToolProgress({ title, progress }: { title: string; progress: RunningProgress }): ReactElement {
  const { progress: value, total, message } = progress;
  const position = total === undefined ? undefined : text('progressOf', { progress: value, total });
  const words = [position, message].filter((part) => part !== undefined).join(' – ');
  return (
    <div className="tool-progress">
      <ProgressBar
        label={text('progress', { tool: title })}
        value={value}
        total={total}
        valueText={words || undefined}
      />
      {words !== '' && <p className="secondary">{words}</p>}
    </div>
  );
}

function ToolDetails({ call }: { call: ToolCall }): ReactElement {
  return (
    <div className="tool-details">
      {call.status !== 'streaming' && (
        <section>
          <p className="section-title">{text('arguments')}</p>
          <pre className="code-box" tabIndex={0}>
            <PlainText text={inputAsText(call.input)} />
          </pre>
        </section>
      )}
      {isToolCallEnded(call) && hasResult(call) && (
        <section>
          <p className="section-title">{text('result')}</p>
          {call.blocks.length > 0 ? (
            <ResultBlocks blocks={call.blocks} />
          ) : (
            <p className="secondary">{text('noResult')}</p>
          )}
        </section>
      )}
      {'late' in call && call.late && (
        <section>
          <p className="section-title">{text('lateResult')}</p>
          <ResultBlocks blocks={call.late.blocks} />
        </section>
      )}
    </div>
  );
}

/** A call that was denied or stopped has none, which its state says; one that was answered with nothing has. */
function hasResult({ status, blocks }: Extract<ToolCall, { status: 'completed' | 'failed' | 'cancelled' }>): boolean {
  return status !== 'cancelled' || blocks.length > 0;
}

function inputAsText(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input, null, 2);
}

/** Characters of a result that is shown without being asked for. */
const shortResult = 400;

/** Opens where the result is short, is to be looked at, or says what went wrong; else the answer would drown in it. */
function opensByItself(call: ToolCall): boolean {
  if (call.status === 'failed') return true;
  if (call.status !== 'completed' || call.blocks.length === 0) return false;
  if (call.blocks.some((block) => block.type === 'image')) return true;
  return call.blocks.reduce((sum, block) => sum + lengthOf(block), 0) <= shortResult;
}

function lengthOf(block: ResultBlock): number {
  return 'text' in block ? block.text.length : 40;
}
