import type { Button, TextField } from '@vscode/webview-ui-toolkit';
import type { DOMAttributes, RefAttributes } from 'react';

/** What React passes to an element of the toolkit; everything else is set on the element as a property. */
type ToolkitElement<T> = DOMAttributes<T> & RefAttributes<T> & { class?: string };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'vscode-button': ToolkitElement<Button>;
      'vscode-text-field': ToolkitElement<TextField>;
    }
  }
}
