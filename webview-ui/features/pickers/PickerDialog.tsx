import './pickers.css';
import type { ReactElement } from 'react';
import { usePanels } from '../../panels.tsx';
import { PromptPicker } from './PromptPicker.tsx';
import { ResourcePicker } from './ResourcePicker.tsx';

/** The picker that is open, if one is. */
export function PickerDialog(): ReactElement | null {
  const { picker, closePicker } = usePanels();
  switch (picker?.kind) {
    case undefined:
      return null;
    case 'resources':
      return <ResourcePicker onClose={closePicker} />;
    case 'prompts':
      return <PromptPicker form={picker.form} onClose={closePicker} />;
  }
}
