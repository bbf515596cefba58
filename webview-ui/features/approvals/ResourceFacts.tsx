import type { ReactElement } from 'react';
import type { ToolTarget } from '../../../src/shared/thread/toolTarget.ts';
import { text } from '../../text.ts';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import { ServerClaim } from './ServerClaim.tsx';

/** What is to be read, exactly. */
export function ResourceFacts({ target }: { target: Extract<ToolTarget, { kind: 'resource' }> }): ReactElement {
  return (
    <>
      <dl className="facts">
        <dt>{text('approvalServer')}</dt>
        <dd>
          <bdi>{visibleCharacters(target.server)}</bdi>
        </dd>
        <dt>{text('approvalUri')}</dt>
        <dd>
          <code>{visibleCharacters(target.uri)}</code>
        </dd>
        <dt>{text('approvalType')}</dt>
        <dd>
          <bdi>{target.mimeType === undefined ? text('approvalTypeUnknown') : visibleCharacters(target.mimeType)}</bdi>
        </dd>
        {target.name !== undefined && (
          <>
            <dt>{text('approvalName')}</dt>
            <dd>
              <bdi>{visibleCharacters(target.name)}</bdi>
            </dd>
          </>
        )}
      </dl>
      {target.description !== undefined && <ServerClaim claim={target.description} />}
    </>
  );
}
