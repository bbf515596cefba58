import type { ReactElement } from 'react';
import type { InsertedPrompt } from '../../../src/shared/thread/threadState.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Icon } from '../../components/Icon.tsx';
import { text } from '../../text.ts';
import { ResultBlocks } from './ResultBlocks.tsx';

/** The server's prompt that opened the turn: its name, its arguments and, opened, its messages. */
export function InsertedPromptNote({ turnId, prompt }: { turnId: string; prompt: InsertedPrompt }): ReactElement {
  const given = Object.entries(prompt.arguments);
  const summary = (
    <span className="material-summary">
      <Icon name="comment-discussion" />
      <bdi className="material-uri">{text('promptFrom', { prompt: prompt.prompt, server: prompt.server })}</bdi>
      {given.map(([name, value]) => (
        <bdi key={name} className="secondary">
          {text('promptArgument', { name, value })}
        </bdi>
      ))}
    </span>
  );
  return (
    <Disclosure id={`${turnId}/prompt`} className="material" summary={summary}>
      {() =>
        prompt.messages.map((message, index) => (
          <section key={index}>
            <p className="secondary">{text(message.role === 'user' ? 'promptRoleUser' : 'promptRoleAssistant')}</p>
            <ResultBlocks blocks={message.blocks} />
          </section>
        ))
      }
    </Disclosure>
  );
}
