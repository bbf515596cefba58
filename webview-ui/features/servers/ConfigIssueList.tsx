import type { ReactElement } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { ConfigIssueView } from '../../../src/shared/state/serverView.ts';
import { Icon } from '../../components/Icon.tsx';
import { text } from '../../text.ts';

/** What is wrong in configuration files, with file and line. It keeps no other server from working. */
export function ConfigIssueList({ issues }: { issues: readonly ConfigIssueView[] }): ReactElement {
  return (
    <ul className="config-issues" aria-label={text('configIssues')}>
      {issues.map((issue, index) => (
        <li key={index} className="note note-warning">
          <Icon name="warning" />
          <span>
            <bdi className="config-issue-source">{visibleCharacters(issue.source)}</bdi>{' '}
            {visibleCharacters(issue.message)}
          </span>
        </li>
      ))}
    </ul>
  );
}
