import type { ReactElement, ReactNode } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { ServerCommand } from '../../../src/shared/state/serverView.ts';
import { text } from '../../text.ts';

/** Everything that the approval of a server is about. */
export function CommandFacts({ command }: { command: ServerCommand }): ReactElement {
  return (
    <dl className="facts">
      {command.kind === 'program' ? <ProgramFacts command={command} /> : <RemoteFacts command={command} />}
      <Fact label={text('usedVariablesLabel')}>
        <Items items={command.variables} />
      </Fact>
      {command.inputs.length > 0 && (
        <Fact label={text('usedInputsLabel')}>
          <Items items={command.inputs} />
        </Fact>
      )}
      {command.alwaysAllow.length > 0 && (
        <>
          <dt className="fact-wide">{text('alwaysAllowedLabel')}</dt>
          <dd className="fact-wide">
            {command.alwaysAllow.includes('*') ? text('everyTool') : <Items items={command.alwaysAllow} />}
          </dd>
        </>
      )}
    </dl>
  );
}

function ProgramFacts({ command }: { command: Extract<ServerCommand, { kind: 'program' }> }): ReactElement {
  return (
    <>
      <Fact label={text('commandLabel')}>
        <code>{visibleCharacters(command.command)}</code>
      </Fact>
      <Fact label={text('argumentsLabel')}>
        <Items items={command.args} />
      </Fact>
      <Fact label={text('directoryLabel')}>
        <code>{visibleCharacters(command.cwd)}</code>
      </Fact>
      <Fact label={text('environmentLabel')}>
        <Items items={command.environmentNames} />
      </Fact>
      {command.envFile !== undefined && (
        <Fact label={text('envFileLabel')}>
          <code>{visibleCharacters(command.envFile)}</code>
        </Fact>
      )}
    </>
  );
}

function RemoteFacts({ command }: { command: Extract<ServerCommand, { kind: 'remote' }> }): ReactElement {
  const signIn = Object.entries(command.oauth).map(
    ([name, value]) => `${name}: ${Array.isArray(value) ? value.join(' ') : String(value)}`,
  );
  return (
    <>
      <Fact label={text('addressLabel')}>
        <code>{visibleCharacters(command.url)}</code>
      </Fact>
      <Fact label={text('headersLabel')}>
        <Items items={command.headers} />
      </Fact>
      {command.headersHelper !== undefined && (
        <Fact label={text('headersHelperLabel')}>
          <code>{visibleCharacters(command.headersHelper)}</code>
          <div className="secondary">{text('headersHelperNote')}</div>
        </Fact>
      )}
      {command.cwd !== undefined && (
        <Fact label={text('directoryLabel')}>
          <code>{visibleCharacters(command.cwd)}</code>
        </Fact>
      )}
      {signIn.length > 0 && (
        <Fact label={text('signInLabel')}>
          <Items items={signIn} />
        </Fact>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
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
