import type { Disposable } from '../../../shared/base/disposable.ts';
import { toDisposable } from '../../../shared/base/disposable.ts';
import { killTreesNow } from './processTree.ts';

const leaders = new Set<number>();

/**
 * Ends a process, its group and what is below it at the latest when this process ends, however it comes to that: nobody
 * can wait for anything then, so nothing is asked gently. Dispose the answer when the group is gone, before its number is
 * given to another.
 */
export function killAtExit(leader: number): Disposable {
  if (leaders.size === 0) process.on('exit', killAll);
  leaders.add(leader);
  return toDisposable(() => {
    leaders.delete(leader);
    if (leaders.size === 0) process.off('exit', killAll);
  });
}

function killAll(): void {
  killTreesNow([...leaders]);
}
