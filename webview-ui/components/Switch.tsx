import type { ReactElement } from 'react';

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isBusy?: boolean;
  readonly isInert?: boolean;
  readonly describedBy?: string;
  readonly onToggle: () => void;
}

/** An on/off switch (WAI-ARIA `switch`); the toolkit has none. */
export function Switch({ label, isOn, isBusy, isInert, describedBy, onToggle }: SwitchProps): ReactElement {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-label={label}
      aria-checked={isOn}
      aria-busy={isBusy}
      aria-disabled={isInert}
      aria-describedby={describedBy}
      onClick={isInert ? undefined : onToggle}
    >
      <span className="switch-thumb" />
    </button>
  );
}
