import type { ReactElement } from 'react';
import { Button } from './components/Button.tsx';
import { text } from './text.ts';

interface ReloadNoticeProps {
  readonly title: string;
  readonly message: string;
  readonly onReload: () => void;
}

/** Shown when the view itself cannot go on. */
export function ReloadNotice({ title, message, onReload }: ReloadNoticeProps): ReactElement {
  return (
    <div className="reload-notice" role="alert">
      <p>{title}</p>
      <pre className="reload-notice-cause">{message}</pre>
      <Button appearance="primary" onPress={onReload}>
        {text('reloadView')}
      </Button>
    </div>
  );
}
