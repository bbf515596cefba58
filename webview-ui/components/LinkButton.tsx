import type { ReactElement, ReactNode } from 'react';

interface LinkButtonProps {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly isExpanded?: boolean;
}

/** A button that reads as part of a text, for secondary actions. */
export function LinkButton({ children, onPress, isExpanded }: LinkButtonProps): ReactElement {
  return (
    <button type="button" className="link-button" aria-expanded={isExpanded} onClick={onPress}>
      {children}
    </button>
  );
}
