import type { ReactElement } from 'react';
import { text } from '../../text.ts';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';

/** Words of a server about what it offers, marked as its own and quoted. */
export function ServerClaim({ claim }: { claim: string }): ReactElement {
  return (
    <figure className="server-claim">
      <figcaption className="secondary">{text('serverSays')}</figcaption>
      <blockquote tabIndex={0}>{visibleCharacters(claim)}</blockquote>
    </figure>
  );
}
