import type { TextField as ToolkitTextField } from '@vscode/webview-ui-toolkit';
import { provideVSCodeDesignSystem, vsCodeTextField } from '@vscode/webview-ui-toolkit';
import type { FormEvent, ReactElement } from 'react';
import { useLayoutEffect, useRef } from 'react';

provideVSCodeDesignSystem().register(vsCodeTextField());

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One line of text in the editor's look. */
export function TextField({ label, value, onChange }: TextFieldProps): ReactElement {
  const element = useRef<ToolkitTextField>(null);
  useLayoutEffect(() => {
    if (element.current && element.current.value !== value) element.current.value = value;
  }, [value]);
  const change = (event: FormEvent<ToolkitTextField>): void => onChange(event.currentTarget.value);
  return (
    <vscode-text-field ref={element} class="text-field" onInput={change}>
      {label}
    </vscode-text-field>
  );
}
