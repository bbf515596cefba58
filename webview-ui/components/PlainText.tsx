import type { ReactElement } from 'react';
import { memo, useMemo } from 'react';
import { textChunks } from './textChunks.ts';

/** Text of any length and any line length, inside an element that keeps white space. Only what is in sight is laid out. */
export const PlainText = memo(function PlainText({ text }: { text: string }): ReactElement {
  const chunks = useMemo(() => textChunks(text), [text]);
  if (chunks.length === 1) return <>{text}</>;
  return (
    <>
      {chunks.map((chunk, index) => (
        <span key={index} className="text-chunk">
          {chunk}
        </span>
      ))}
    </>
  );
});
