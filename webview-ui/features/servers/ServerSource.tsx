import type { ReactElement } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { ServerView } from '../../../src/shared/state/serverView.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { LinkButton } from '../../components/LinkButton.tsx';
import { text } from '../../text.ts';
import { scopeInWords, transportInWords } from './serverWords.ts';

interface ServerSourceProps {
  readonly server: ServerView;
  readonly nameId: string;
}

/** Which file and line a server comes from, what it is used in place of, and how it is connected. */
export function ServerSource({ server, nameId }: ServerSourceProps): ReactElement {
  const dispatch = useIntent();
  const { name, scope, source, overrides } = server;
  return (
    <div className="secondary server-source">
      <p className="server-source-parts">
        <span>
          {scopeInWords(scope)} · {visibleCharacters(transportInWords(server))}
        </span>
        <LinkButton
          tooltip={text('openConfiguration')}
          describedBy={nameId}
          onPress={() => dispatch({ type: 'server/openSource', name })}
        >
          <bdi>{visibleCharacters(source)}</bdi>
        </LinkButton>
      </p>
      {overrides.length > 0 && (
        <p>
          {text('overrides')}{' '}
          {overrides.map((overridden, index) => (
            <span key={index}>
              {index > 0 && ', '}
              {scopeInWords(overridden.scope)} <bdi>{visibleCharacters(overridden.source)}</bdi>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
