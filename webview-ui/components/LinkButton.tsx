import type { ReactElement, ReactNode } from 'react';

interface LinkButtonProps {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly isExpanded?: boolean;
  readonly tooltip?: string;
  readonly describedBy?: string;
}

/** A button that reads as part of a text, for secondary actions. */
export function LinkButton({ children, onPress, isExpanded, tooltip, describedBy }: LinkButtonProps): ReactElement {
  return (
    <button
      type="button"
      className="link-button"
      title={tooltip}
      aria-expanded={isExpanded}
      aria-describedby={describedBy}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
