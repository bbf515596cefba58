import type { ReactElement } from 'react';

/** A codicon. Decoration only: what it means is said in words beside it or in the label of its button. */
export function Icon({ name, isSpinning = false }: { name: string; isSpinning?: boolean }): ReactElement {
  return <span className={`codicon codicon-${name}${isSpinning ? ' codicon-modifier-spin' : ''}`} aria-hidden="true" />;
}
