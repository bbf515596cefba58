import type { ReactElement } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import { ConsentButton } from '../../components/ConsentButton.tsx';
import { text } from '../../text.ts';

interface QuestionAddressProps {
  readonly url: string;
  /** The person is there, and the call waits until they are done. */
  readonly isAway: boolean;
  readonly isInert: boolean;
  readonly onAccept: () => void;
  readonly onDecline: () => void;
  readonly onCancel: () => void;
}

/** An address that a server asks the person to go to: whole, with its host marked, since that says whose it is. */
export function QuestionAddress(props: QuestionAddressProps): ReactElement {
  const { isAway, isInert } = props;
  const { before, host, after } = partsOf(props.url);
  return (
    <>
      <p className="question-address">
        <code dir="ltr">
          {before}
          <strong>{host}</strong>
          {after}
        </code>
      </p>
      <p className="secondary" role={isAway ? 'status' : undefined}>
        {isAway ? text('addressAway', { host }) : text('addressNote')}
      </p>
      <div className="button-row">
        <ConsentButton key={String(isAway)} appearance="primary" isInert={isInert} onPress={props.onAccept}>
          {text(isAway ? 'addressDone' : 'addressOpen')}
        </ConsentButton>
        {!isAway && (
          <ConsentButton isInert={isInert} onPress={props.onDecline}>
            {text('decline')}
          </ConsentButton>
        )}
        <ConsentButton isInert={isInert} onPress={props.onCancel}>
          {text('cancel')}
        </ConsentButton>
      </div>
    </>
  );
}

/** As the browser reads it: a host in other letters is shown in the form that tells it from one that looks the same. */
function partsOf(url: string): { readonly before: string; readonly host: string; readonly after: string } {
  if (!URL.canParse(url)) return { before: visibleCharacters(url), host: '', after: '' };
  const { href, host } = new URL(url);
  const at = host === '' ? -1 : href.indexOf(host, href.indexOf('://') + 3);
  if (at === -1) return { before: visibleCharacters(href), host: '', after: '' };
  return { before: href.slice(0, at), host, after: visibleCharacters(href.slice(at + host.length)) };
}
