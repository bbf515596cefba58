import type { ReactElement } from 'react';
import type { JsonValue } from '../../../src/shared/base/json.ts';
import { PlainText } from '../../components/PlainText.tsx';
import { text } from '../../text.ts';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { PendingCall } from './pendingCalls.ts';
import { ServerClaim } from './ServerClaim.tsx';
import { ToolHints } from './ToolHints.tsx';

/** What is to be run, exactly: server, tool and the whole of its arguments. */
export function ToolFacts({ call }: { call: PendingCall }): ReactElement {
  const { target } = call;
  const tool = target.kind === 'tool' ? target : undefined;
  return (
    <>
      <dl className="facts">
        {tool && (
          <>
            <dt>{text('approvalServer')}</dt>
            <dd>
              <bdi>{visibleCharacters(tool.server)}</bdi>
            </dd>
          </>
        )}
        <dt>{text('approvalTool')}</dt>
        <dd>
          <code>{visibleCharacters(tool?.tool ?? call.name)}</code>
        </dd>
        <dt>{text('approvalArguments')}</dt>
        <dd className="fact-wide">
          <pre className="code-box" tabIndex={0}>
            <PlainText text={visibleCharacters(argumentsAsText(call.input))} />
          </pre>
        </dd>
      </dl>
      {tool?.annotations && <ToolHints annotations={tool.annotations} />}
      {tool?.description !== undefined && <ServerClaim claim={tool.description} />}
    </>
  );
}

function argumentsAsText(input: JsonValue): string {
  return typeof input === 'string' ? input : JSON.stringify(input, null, 2);
}
