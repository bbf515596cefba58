import type { ReactElement } from 'react';

interface ProgressBarProps {
  readonly label: string;
  readonly value: number;
  /** Without it the end is unknown. */
  readonly total?: number | undefined;
  readonly valueText?: string | undefined;
}

/** The thin bar of the editor. */
export function ProgressBar({ label, value, total, valueText }: ProgressBarProps): ReactElement {
  const isKnown = total !== undefined && total > 0;
  const percent = isKnown ? Math.min(100, Math.max(0, (value / total) * 100)) : 0;
  return (
    <div
      role="progressbar"
      className={isKnown ? 'progress-bar' : 'progress-bar progress-bar-unknown'}
      aria-label={label}
      aria-valuemin={isKnown ? 0 : undefined}
      aria-valuemax={isKnown ? total : undefined}
      aria-valuenow={isKnown ? Math.min(value, total) : undefined}
      aria-valuetext={valueText}
    >
      <div className="progress-bar-done" style={isKnown ? { width: `${percent}%` } : undefined} />
    </div>
  );
}
