import type { Disposable } from '../../../shared/base/disposable.ts';

/** How a connected server is told which resources it is to report changes of. Both reject with what the SDK rejects. */
export interface ResourceSubscriptions extends Disposable {
  subscribe(uri: string, timeoutMs: number): Promise<void>;
  unsubscribe(uri: string, timeoutMs: number): Promise<void>;
}
