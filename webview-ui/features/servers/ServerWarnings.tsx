import type { ReactElement } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { ServerView } from '../../../src/shared/state/serverView.ts';
import { Icon } from '../../components/Icon.tsx';
import { text } from '../../text.ts';

/** Why a server offers less than it has: lists that could not be read, and what was left out of them. */
export function ServerWarnings({ warnings }: Pick<ServerView, 'warnings'>): ReactElement {
  return (
    <ul className="server-warnings" aria-label={text('serverWarnings')}>
      {warnings.map(({ message }, index) => (
        <li key={index} className="note note-warning">
          <Icon name="warning" />
          <span>{visibleCharacters(message)}</span>
        </li>
      ))}
    </ul>
  );
}
