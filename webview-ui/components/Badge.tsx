import { provideVSCodeDesignSystem, vsCodeBadge } from '@vscode/webview-ui-toolkit';
import type { ReactElement } from 'react';
import { createElement } from 'react';

provideVSCodeDesignSystem().register(vsCodeBadge());

/** A short count or mark. */
export function Badge({ children }: { children: string }): ReactElement {
  return createElement('vscode-badge', null, children);
}
