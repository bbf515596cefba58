import type { ReactNode } from 'react';
import { Component } from 'react';
import { messageOf } from '../../src/shared/base/messageOf.ts';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Drawn in place of the children, with the error's message. */
  readonly fallback: (message: string) => ReactNode;
}

interface ErrorBoundaryState {
  readonly message: string | undefined;
}

/** Keeps what cannot be drawn from taking its surroundings down. React itself reports the error to the console. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { message: undefined };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { message: messageOf(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    return message === undefined ? this.props.children : this.props.fallback(message);
  }
}
