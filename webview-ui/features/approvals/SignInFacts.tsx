import type { ReactElement } from 'react';
import type { ToolTarget } from '../../../src/shared/thread/toolTarget.ts';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import { text } from '../../text.ts';

/** What is to be signed in to. */
export function SignInFacts({ target }: { target: Extract<ToolTarget, { kind: 'signIn' }> }): ReactElement {
  return (
    <dl className="facts">
      <dt>{text('approvalServer')}</dt>
      <dd>
        <bdi>{visibleCharacters(target.server)}</bdi>
      </dd>
      <dt>{text('approvalAddress')}</dt>
      <dd>
        <code>{visibleCharacters(target.url)}</code>
      </dd>
    </dl>
  );
}
