import type { ReactElement } from 'react';
import type { PendingCall } from './pendingCalls.ts';
import { ResourceFacts } from './ResourceFacts.tsx';
import { SignInFacts } from './SignInFacts.tsx';
import { ToolFacts } from './ToolFacts.tsx';

/** What a call is about, exactly. */
export function ApprovalFacts({ call }: { call: PendingCall }): ReactElement {
  const { target } = call;
  switch (target.kind) {
    case 'resource':
      return <ResourceFacts target={target} />;
    case 'signIn':
      return <SignInFacts target={target} />;
    case 'tool':
    case 'builtin':
    case 'unknown':
      return <ToolFacts call={call} />;
  }
}
