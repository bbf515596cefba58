import type { ReactElement } from 'react';
import { Icon } from './Icon.tsx';

interface IconButtonProps {
  readonly icon: string;
  /** Its name, also shown as a tooltip. */
  readonly label: string;
  readonly tooltip?: string | undefined;
  readonly onPress: () => void;
  readonly isExpanded?: boolean | undefined;
  readonly opensDialog?: boolean;
  readonly describedBy?: string | undefined;
  /** Cannot be pressed, and says so, but stays where the keyboard can reach it. */
  readonly isInert?: boolean;
}

/**
 * A button of an icon alone, like the actions of a view's title. An element of the light DOM, unlike the toolkit's:
 * `aria-describedby` cannot reach out of a shadow root.
 */
export function IconButton(props: IconButtonProps): ReactElement {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={props.label}
      title={props.tooltip ?? props.label}
      aria-expanded={props.isExpanded}
      aria-haspopup={props.opensDialog ? 'dialog' : undefined}
      aria-describedby={props.describedBy}
      aria-disabled={props.isInert}
      onClick={props.isInert ? undefined : props.onPress}
    >
      <Icon name={props.icon} />
    </button>
  );
}
