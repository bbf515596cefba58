import type * as z from 'zod/mini';

/** The one declaration of a request, from which both ends infer and check its parameters and result. */
export interface RequestDeclaration<P, R> {
  readonly kind: 'request';
  readonly method: string;
  readonly params: z.ZodMiniType<P>;
  readonly result: z.ZodMiniType<R>;
  /** How long the asking side waits, in milliseconds; absent where a person is being waited for. */
  readonly timeoutMs?: number | undefined;
}

/** The one declaration of a notification. */
export interface NotificationDeclaration<P> {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: z.ZodMiniType<P>;
}

export function declareRequest<P, R>(
  method: string,
  parts: { params: z.ZodMiniType<P>; result: z.ZodMiniType<R>; timeoutMs?: number },
): RequestDeclaration<P, R> {
  return { kind: 'request', method, ...parts };
}

export function declareNotification<P>(method: string, params: z.ZodMiniType<P>): NotificationDeclaration<P> {
  return { kind: 'notification', method, params };
}
