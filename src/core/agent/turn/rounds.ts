import type { ResponsePart, Turn } from '../../../shared/thread/threadState.ts';

/** One answer of a model, with its calls. */
export interface Round {
  readonly parts: readonly ResponsePart[];
  /** `<provider>/<model>` that wrote it; missing while it is written, when it broke off, and in old threads. */
  readonly model?: string | undefined;
}

/** The rounds of a turn; the last may be incomplete. */
export function roundsOf({ parts }: Turn): readonly Round[] {
  const rounds: Round[] = [];
  let open: ResponsePart[] = [];
  for (const part of parts) {
    if (part.kind === 'roundEnd') {
      rounds.push({ parts: open, model: part.model });
      open = [];
    } else {
      open.push(part);
    }
  }
  return open.length === 0 ? rounds : [...rounds, { parts: open }];
}
