import type { ReactElement } from 'react';
import type { InsertedSkill } from '../../../src/shared/thread/threadState.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Icon } from '../../components/Icon.tsx';
import { text } from '../../text.ts';
import { CutText } from './CutText.tsx';

/** The skills whose text was put before a message; each opens to what the model was given. */
export function SkillList({ turnId, skills }: { turnId: string; skills: readonly InsertedSkill[] }): ReactElement {
  return (
    <ul className="material-list" aria-label={text('insertedSkills')}>
      {skills.map(({ server, skill, uri, text: content, cut }) => (
        <li key={uri}>
          <Disclosure
            id={`${turnId}/skill/${uri}`}
            className="material"
            summary={
              <span className="material-summary">
                <Icon name="book" />
                <bdi className="material-uri">{text('skillFrom', { skill, server })}</bdi>
                <span className="secondary">{text('characters', { count: cut?.chars ?? content.length })}</span>
              </span>
            }
          >
            {() => <CutText content={content} cut={cut} />}
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}
