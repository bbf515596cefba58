import type { ReactElement } from 'react';
import { useId, useMemo } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { ToolEntry } from '../../../src/shared/protocol/catalogRequests.ts';
import { listTools } from '../../../src/shared/protocol/catalogRequests.ts';
import type { ServerView } from '../../../src/shared/state/serverView.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { useLoaded } from '../../bridge/useLoaded.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Switch } from '../../components/Switch.tsx';
import { text } from '../../text.ts';

/** The tools of a server, each with its switch. Folded, and asked for only when opened: there may be hundreds. */
export function ServerTools({ server }: { server: ServerView }): ReactElement {
  return (
    <Disclosure id={`tools of ${server.name}`} className="server-tools" summary={text('toolList')}>
      {() => <ToolList server={server} />}
    </Disclosure>
  );
}

function ToolList({ server }: { server: ServerView }): ReactElement {
  const { name, status, disabledTools } = server;
  const params = useMemo(() => ({ server: name }), [name]);
  // Another state of the server may mean other tools.
  const loaded = useLoaded(listTools, params, server);
  switch (loaded.status) {
    case 'loading':
      return <p className="secondary">{text('loading')}</p>;
    case 'failed':
      return <ErrorNote message={text('requestFailed', { message: loaded.message })} />;
    case 'loaded':
      return (
        <ul aria-label={text('toolList')}>
          {loaded.value.entries.map((tool) => (
            <ToolRow
              key={tool.name}
              server={name}
              tool={tool}
              isOn={!disabledTools.includes(tool.name)}
              canRun={status === 'connected'}
            />
          ))}
        </ul>
      );
  }
}

interface ToolRowProps {
  readonly server: string;
  readonly tool: ToolEntry;
  readonly isOn: boolean;
  readonly canRun: boolean;
}

function ToolRow({ server, tool, isOn, canRun }: ToolRowProps): ReactElement {
  const dispatch = useIntent();
  const nameId = useId();
  const { name, title, description, isDestructive, isReadOnly } = tool;
  return (
    <li className="server-tool">
      <div className="server-tool-heading">
        <bdi id={nameId} className="server-tool-name" title={title}>
          {visibleCharacters(name)}
        </bdi>
        {canRun && isOn && (
          <IconButton
            icon="play"
            label={text('runTool')}
            describedBy={nameId}
            onPress={() => dispatch({ type: 'tool/run', server, tool: name })}
          />
        )}
        <Switch
          label={text('useTool', { tool: name })}
          isOn={isOn}
          onToggle={() => dispatch({ type: 'tool/switch', server, tool: name, isEnabled: !isOn })}
        />
      </div>
      {isDestructive && (
        <p className="note note-warning">
          <Icon name="warning" />
          <span>{text('hintDestructive')}</span>
        </p>
      )}
      {isReadOnly && !isDestructive && <p className="secondary">{text('hintReadOnly')}</p>}
      {description !== undefined && <p className="secondary">{visibleCharacters(description)}</p>}
    </li>
  );
}
