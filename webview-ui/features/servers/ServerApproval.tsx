import type { ReactElement } from 'react';
import type { ServerView } from '../../../src/shared/state/serverView.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { ConsentButton } from '../../components/ConsentButton.tsx';
import { text } from '../../text.ts';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';

/** What a workspace wants to start and be granted, in full, before it is started for the first time. */
export function ServerApproval({ server }: { server: ServerView }): ReactElement {
  const dispatch = useIntent();
  const { name, hash: definitionHash, command } = server;
  const answer = (isApproved: boolean): void => dispatch({ type: 'server/approve', name, definitionHash, isApproved });
  return (
    <div className="server-approval">
      <p>{text('approvalIntro')}</p>
      {command && (
        <dl className="facts">
          <dt>{text('commandLabel')}</dt>
          <dd>
            <code>{visibleCharacters(command.command)}</code>
          </dd>
          <dt>{text('argumentsLabel')}</dt>
          <dd>
            <Items items={command.args} />
          </dd>
          <dt>{text('directoryLabel')}</dt>
          <dd>
            <code>{visibleCharacters(command.cwd)}</code>
          </dd>
          <dt>{text('environmentLabel')}</dt>
          <dd>
            <Items items={command.environmentNames} />
          </dd>
          {command.alwaysAllow.length > 0 && (
            <>
              <dt className="fact-wide">{text('alwaysAllowedLabel')}</dt>
              <dd className="fact-wide">
                {command.alwaysAllow.includes('*') ? text('everyTool') : <Items items={command.alwaysAllow} />}
              </dd>
            </>
          )}
        </dl>
      )}
      <div className="button-row">
        <ConsentButton appearance="primary" onPress={() => answer(true)}>
          {text('approve')}
        </ConsentButton>
        <ConsentButton onPress={() => answer(false)}>{text('reject')}</ConsentButton>
      </div>
    </div>
  );
}

/** Each on a line of its own, so that nothing can pass for two or hide in a gap. */
function Items({ items }: { items: readonly string[] }): ReactElement {
  if (items.length === 0) return <span className="secondary">{text('none')}</span>;
  return (
    <>
      {items.map((item, index) => (
        <code key={index} className="fact-line">
          {item === '' ? '""' : visibleCharacters(item)}
        </code>
      ))}
    </>
  );
}
