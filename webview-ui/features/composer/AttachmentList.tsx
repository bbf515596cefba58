import type { ReactElement } from 'react';
import { useId } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { Attachment } from '../../../src/shared/state/viewState.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { text } from '../../text.ts';

/** The resources that will go with the message. */
export function AttachmentList(): ReactElement | null {
  const attachments = useViewState((state) => state.draft.attachments);
  if (attachments.length === 0) return null;
  return (
    <ul className="attachments" aria-label={text('attachments')}>
      {attachments.map((attachment) => (
        <AttachmentItem key={`${attachment.server}\n${attachment.uri}`} attachment={attachment} />
      ))}
    </ul>
  );
}

function AttachmentItem({ attachment }: { attachment: Attachment }): ReactElement {
  const dispatch = useIntent();
  const nameId = useId();
  const { server, uri, name } = attachment;
  return (
    <li className="attachment" title={`${server}: ${uri}`}>
      <Icon name="attach" />
      <bdi id={nameId} className="attachment-name">
        {visibleCharacters(name)}
      </bdi>
      <bdi className="secondary attachment-server">{visibleCharacters(server)}</bdi>
      <IconButton
        icon="close"
        label={text('remove')}
        describedBy={nameId}
        onPress={() => dispatch({ type: 'attachment/remove', server, uri })}
      />
    </li>
  );
}
