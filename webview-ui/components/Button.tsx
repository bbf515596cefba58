import type { Button as ToolkitButton } from '@vscode/webview-ui-toolkit';
import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { useLayoutEffect, useRef } from 'react';

provideVSCodeDesignSystem().register(vsCodeButton());

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress: (event: MouseEvent<HTMLElement>) => void;
  readonly appearance?: 'primary' | 'secondary';
  /** Cannot be pressed, and says so, but stays where the keyboard can reach it. */
  readonly isInert?: boolean;
}

/** A push button in the editor's look. */
export function Button({ children, onPress, appearance = 'secondary', isInert = false }: ButtonProps): ReactElement {
  const element = useRef<ToolkitButton>(null);
  useLayoutEffect(() => {
    // As properties: the toolkit's element does not follow changes of these attributes.
    if (!element.current) return;
    element.current.appearance = appearance;
    element.current.ariaDisabled = isInert ? 'true' : 'false';
  }, [appearance, isInert]);
  const press = (event: MouseEvent<HTMLElement>): void => {
    if (!isInert) onPress(event);
  };
  return (
    <vscode-button ref={element} class="push-button" onClick={press}>
      {children}
    </vscode-button>
  );
}
