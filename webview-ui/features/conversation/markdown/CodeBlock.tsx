import type { ReactElement } from 'react';
import { memo } from 'react';
import { PlainText } from '../../../components/PlainText.tsx';

interface CodeBlockProps {
  readonly code: string;
  readonly language: string;
}

/** Fenced code, as it is. The keyboard can reach it, to scroll. */
export const CodeBlock = memo(function CodeBlock({ code, language }: CodeBlockProps): ReactElement {
  return (
    <div className="code-block">
      {language !== '' && <div className="code-language">{language}</div>}
      <pre tabIndex={0}>
        <code>
          <PlainText text={code} />
        </code>
      </pre>
    </div>
  );
});
