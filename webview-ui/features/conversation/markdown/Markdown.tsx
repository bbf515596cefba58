import './markdown.css';
import type { ReactElement } from 'react';
import { memo } from 'react';
import ReactMarkdown from 'react-markdown';
import type { Options } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { PlainText } from '../../../components/PlainText.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { htmlAsText } from './htmlAsText.ts';
import { markdownComponents } from './markdownComponents.tsx';
import { splitMarkdown } from './splitMarkdown.ts';

/** Characters of one block beyond which it is shown as plain text: parsing it would hold up the view. */
const longestBlock = 30_000;

const remarkPlugins: Options['remarkPlugins'] = [remarkGfm, htmlAsText];
const rehypePlugins: Options['rehypePlugins'] = [
  [rehypeSanitize, { ...defaultSchema, protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'] } }],
];

/** An answer's text. Pieces that are complete are parsed once, however long the answer grows behind them. */
export const Markdown = memo(function Markdown({ source }: { source: string }): ReactElement {
  return (
    <div className="markdown">
      {splitMarkdown(source).map((piece, index) =>
        // Pieces are only added at the end of a growing text, so the place of one is its identity.
        piece.kind === 'code' ? (
          <CodeBlock key={index} code={piece.code} language={piece.language} />
        ) : (
          <MarkdownBlock key={index} source={piece.source} />
        ),
      )}
    </div>
  );
});

const MarkdownBlock = memo(function MarkdownBlock({ source }: { source: string }): ReactElement {
  if (source.length > longestBlock) {
    return (
      <p className="plain-block">
        <PlainText text={source} />
      </p>
    );
  }
  return (
    <ReactMarkdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} components={markdownComponents}>
      {source}
    </ReactMarkdown>
  );
});
