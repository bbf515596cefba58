import type { ReactElement } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { ResultBlock } from '../../../src/shared/thread/resultBlock.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { Icon } from '../../components/Icon.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { text } from '../../text.ts';
import { ArtifactNote } from './ArtifactNote.tsx';
import { ContentImage } from './ContentImage.tsx';
import { CutText } from './CutText.tsx';

/** Converted content, each block by its type. All of it is a server's: shown as text, never interpreted. */
export function ResultBlocks({ blocks }: { blocks: readonly ResultBlock[] }): ReactElement {
  return (
    <div className="result-blocks">
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: ResultBlock }): ReactElement {
  switch (block.type) {
    case 'text':
      return <CutText content={block.text} cut={block.cut} />;
    case 'json':
      return (
        <>
          <p className="secondary">{text('structured')}</p>
          <CutText content={block.text} cut={block.cut} />
        </>
      );
    case 'resource':
      return (
        <>
          <p className="secondary">
            <bdi>{text('resourceFrom', { uri: block.uri, server: block.server })}</bdi>
            {block.mimeType !== undefined && ` · ${block.mimeType}`}
          </p>
          <CutText content={block.text} cut={block.cut} />
        </>
      );
    case 'resourceLink':
      return <ResourceLink block={block} />;
    case 'image':
      return <ContentImage artifact={block.artifact} source={block.uri} />;
    case 'artifact':
      return <ArtifactNote block={block} />;
    case 'placeholder':
      return (
        <p className="note">
          <Icon name="info" />
          <span>{block.text}</span>
        </p>
      );
  }
}

function ResourceLink({ block }: { block: Extract<ResultBlock, { type: 'resourceLink' }> }): ReactElement {
  const dispatch = useIntent();
  const { server, uri, name } = block;
  return (
    <p className="resource-link">
      <Icon name="link" />
      <bdi className="material-uri">{visibleCharacters(name ?? uri)}</bdi>
      <span className="secondary">
        <bdi>{text('resourceFrom', { uri, server })}</bdi>
        {block.mimeType !== undefined && ` · ${block.mimeType}`}
      </span>
      <LinkButton onPress={() => dispatch({ type: 'attachment/add', attachment: { server, uri, name: name ?? uri } })}>
        {text('attach')}
      </LinkButton>
    </p>
  );
}
