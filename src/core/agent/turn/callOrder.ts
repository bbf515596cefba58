import type { ToolTarget } from '../../../shared/thread/toolTarget.ts';

/** A call of a round, as far as its place among the others depends on it. */
interface OrderedCall {
  readonly target: ToolTarget;
}

/**
 * Carries out the calls of a round. Those that only read and follow one another run at the same time; any other waits
 * for all before it, and those after it wait for it, as the model may have meant them in that order. `run` never rejects.
 */
export async function runCalls<T extends OrderedCall>(
  calls: readonly T[],
  run: (call: T) => Promise<void>,
): Promise<void> {
  let reading: Promise<void>[] = [];
  for (const call of calls) {
    if (onlyReads(call.target)) {
      reading.push(run(call));
      continue;
    }
    await Promise.all(reading);
    reading = [];
    await run(call);
  }
  await Promise.all(reading);
}

/** What a tool says of itself decides about the order alone, and never about consent. */
function onlyReads(target: ToolTarget): boolean {
  switch (target.kind) {
    case 'resource':
    case 'builtin':
      return true;
    case 'tool':
      return target.annotations?.readOnlyHint === true && target.annotations.destructiveHint !== true;
    case 'signIn':
    case 'unknown':
      return false;
  }
}
