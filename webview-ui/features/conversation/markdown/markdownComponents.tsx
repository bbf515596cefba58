import type { ReactElement } from 'react';
import type { Components } from 'react-markdown';
import { Icon } from '../../../components/Icon.tsx';
import { text } from '../../../text.ts';
import { MarkdownLink } from './MarkdownLink.tsx';

/** How the elements of an answer are drawn where the browser's own would not do. */
export const markdownComponents: Components = {
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ src, alt }) => <ImageLink source={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  pre: ({ children }) => (
    <div className="code-block">
      <pre tabIndex={0}>{children}</pre>
    </div>
  ),
  table: ({ children }) => (
    <div className="table-scroll" role="region" aria-label={text('table')} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => (
    <span role="img" aria-label={text(checked ? 'taskDone' : 'taskOpen')} className="task-mark">
      <Icon name={checked ? 'check' : 'circle-large'} />
    </span>
  ),
  // An answer is below the view's own heading.
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  h5: 'h6',
};

/** Stands for an image: nothing is ever loaded from the network on behalf of a text. */
function ImageLink({ source, alt }: { source: string; alt: string }): ReactElement {
  return (
    <span className="image-link">
      <Icon name="file-media" />
      <MarkdownLink href={source}>{text('imageNotLoaded', { alt: alt || source })}</MarkdownLink>
    </span>
  );
}
