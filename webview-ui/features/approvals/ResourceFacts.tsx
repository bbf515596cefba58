import type { ReactElement } from 'react';
import type { ToolTarget } from '../../../src/shared/thread/toolTarget.ts';
import { text } from '../../text.ts';
import { visibleControls } from '../../visibleControls.ts';
import { ServerClaim } from './ServerClaim.tsx';

/** What is to be read, exactly. */
export function ResourceFacts({ target }: { target: Extract<ToolTarget, { kind: 'resource' }> }): ReactElement {
  return (
    <>
      <dl className="facts">
        <dt>{text('approvalServer')}</dt>
        <dd>
          <bdi>{visibleControls(target.server)}</bdi>
        </dd>
        <dt>{text('approvalUri')}</dt>
        <dd>
          <code>{visibleControls(target.uri)}</code>
        </dd>
        <dt>{text('approvalType')}</dt>
        <dd>
          <bdi>{target.mimeType === undefined ? text('approvalTypeUnknown') : visibleControls(target.mimeType)}</bdi>
        </dd>
        {target.name !== undefined && (
          <>
            <dt>{text('approvalName')}</dt>
            <dd>
              <bdi>{visibleControls(target.name)}</bdi>
            </dd>
          </>
        )}
      </dl>
      {target.description !== undefined && <ServerClaim claim={target.description} />}
    </>
  );
}
