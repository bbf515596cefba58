import type { ReactElement } from 'react';
import type { ToolAnnotations } from '../../../src/shared/thread/toolTarget.ts';
import { Icon } from '../../components/Icon.tsx';
import { text } from '../../text.ts';

/** What a server claims about its tool. It labels the question and never answers it (contract §6). */
export function ToolHints({ annotations }: { annotations: ToolAnnotations }): ReactElement | null {
  const hints = hintsOf(annotations);
  if (hints.length === 0) return null;
  return (
    <ul className="tool-hints" title={text('hintUnverified')}>
      {hints.map(({ icon, label, isWarning }) => (
        <li key={label} className={isWarning ? 'tool-hint tool-hint-warning' : 'tool-hint'}>
          <Icon name={icon} />
          <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}

interface Hint {
  readonly icon: string;
  readonly label: string;
  readonly isWarning?: boolean;
}

function hintsOf({ destructiveHint, readOnlyHint, idempotentHint, openWorldHint }: ToolAnnotations): readonly Hint[] {
  const hints: Hint[] = [];
  if (destructiveHint) hints.push({ icon: 'warning', label: text('hintDestructive'), isWarning: true });
  if (readOnlyHint) hints.push({ icon: 'eye', label: text('hintReadOnly') });
  if (readOnlyHint === false) hints.push({ icon: 'edit', label: text('hintNotReadOnly') });
  if (idempotentHint) hints.push({ icon: 'sync', label: text('hintIdempotent') });
  if (openWorldHint) hints.push({ icon: 'globe', label: text('hintOpenWorld') });
  return hints;
}
