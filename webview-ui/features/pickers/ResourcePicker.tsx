import type { ReactElement } from 'react';
import { useState } from 'react';
import type { ResourceEntry } from '../../../src/shared/protocol/catalogRequests.ts';
import { listResources } from '../../../src/shared/protocol/catalogRequests.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { useLoaded } from '../../bridge/useLoaded.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { text } from '../../text.ts';
import type { PickerItem } from './pickerItem.ts';
import { PickerList } from './PickerList.tsx';
import { TemplateForm } from './TemplateForm.tsx';

const noParams = {};

/** Chooses a resource of a connected server to go with the message; a template is filled in first. */
export function ResourcePicker({ onClose }: { onClose: () => void }): ReactElement {
  const dispatch = useIntent();
  const servers = useViewState((state) => state.servers);
  const resources = useLoaded(listResources, noParams, servers);
  const [template, setTemplate] = useState<ResourceEntry>();

  const attach = (entry: ResourceEntry, uri: string): void => {
    const name = entry.kind === 'template' ? uri : (entry.title ?? entry.name);
    dispatch({ type: 'attachment/add', attachment: { server: entry.server, uri, name } });
    onClose();
  };
  return (
    <Dialog label={text('resources')} onClose={onClose}>
      {template ? (
        <TemplateForm
          template={template}
          onBack={() => setTemplate(undefined)}
          onExpanded={(uri) => attach(template, uri)}
        />
      ) : (
        <PickerList
          loaded={resources}
          toItem={itemOf}
          searchLabel={text('searchResources')}
          listLabel={text('resources')}
          emptyMessage={text('noResources')}
          onChoose={(entry) => (entry.kind === 'template' ? setTemplate(entry) : attach(entry, entry.uri))}
        />
      )}
    </Dialog>
  );
}

function itemOf(entry: ResourceEntry): PickerItem {
  return {
    key: `${entry.server}\n${entry.kind}\n${entry.uri}`,
    server: entry.server,
    icon: entry.kind === 'template' ? 'symbol-snippet' : 'file',
    label: entry.title ?? entry.name,
    detail: entry.uri,
    description: entry.description,
    mark: entry.kind === 'template' ? text('template') : entry.mimeType,
  };
}
