import { useEffect, useState } from 'react';
import { messageOf } from '../../src/shared/base/messageOf.ts';
import type { RequestDeclaration } from '../../src/shared/rpc/declaration.ts';
import { useViewLink } from './viewLinkContext.ts';

/** Data on its way from the host. */
export type Loaded<R> =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly value: R }
  | { readonly status: 'failed'; readonly message: string };

const loading = { status: 'loading' } as const;

/**
 * Asks when mounted and whenever `params` or `revision` is another value; gives up when unmounted. The previous data
 * stay until the new ones arrive. Nothing is asked while `params` is undefined.
 */
export function useLoaded<P, R>(
  declaration: RequestDeclaration<P, R>,
  params: P | undefined,
  revision?: unknown,
): Loaded<R> {
  const { request } = useViewLink();
  const [loaded, setLoaded] = useState<Loaded<R>>(loading);
  useEffect(() => {
    if (params === undefined) return undefined;
    let isWanted = true;
    const pending = request(declaration, params);
    pending.result.then(
      (value) => isWanted && setLoaded({ status: 'loaded', value }),
      (error: unknown) => isWanted && setLoaded({ status: 'failed', message: messageOf(error) }),
    );
    return () => {
      isWanted = false;
      pending.cancel();
    };
  }, [request, declaration, params, revision]);
  return loaded;
}
