import type { ReactElement } from 'react';
import { useState } from 'react';
import type { PromptEntry } from '../../../src/shared/protocol/catalogRequests.ts';
import { listPrompts } from '../../../src/shared/protocol/catalogRequests.ts';
import { useLoaded } from '../../bridge/useLoaded.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { Dialog } from '../../components/Dialog.tsx';
import type { PromptForm as OpenedForm } from '../../panels.tsx';
import { text } from '../../text.ts';
import type { PickerItem } from './pickerItem.ts';
import { PickerList } from './PickerList.tsx';
import { PromptForm } from './PromptForm.tsx';

interface PromptPickerProps {
  /** The form to begin with, when the prompt is known already. */
  readonly form: OpenedForm | undefined;
  readonly onClose: () => void;
}

const noParams = {};

/** Chooses a prompt of a connected server, asks for its arguments, and runs it. */
export function PromptPicker({ form: initialForm, onClose }: PromptPickerProps): ReactElement {
  const servers = useViewState((state) => state.servers);
  const [form, setForm] = useState(initialForm);
  const prompts = useLoaded(listPrompts, form ? undefined : noParams, servers);
  return (
    <Dialog label={text('prompts')} onClose={onClose}>
      {form ? (
        <PromptForm form={form} onBack={() => setForm(undefined)} onClose={onClose} />
      ) : (
        <PickerList
          loaded={prompts}
          toItem={itemOf}
          searchLabel={text('searchPrompts')}
          listLabel={text('prompts')}
          emptyMessage={text('noPrompts')}
          onChoose={(prompt) => setForm({ prompt, values: {} })}
        />
      )}
    </Dialog>
  );
}

function itemOf(entry: PromptEntry): PickerItem {
  return {
    key: `${entry.server}\n${entry.name}`,
    server: entry.server,
    icon: 'comment-discussion',
    label: entry.title ?? entry.name,
    detail: entry.description ?? entry.name,
    description: entry.description,
    mark: entry.title === undefined ? undefined : entry.name,
  };
}
