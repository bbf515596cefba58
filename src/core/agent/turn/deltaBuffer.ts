import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Schedule } from '../../../shared/rpc/port.ts';
import type { ThreadEvent, ThreadEventOf } from '../../../shared/thread/threadEvent.ts';

/** Length of a frame in milliseconds. */
const frameMs = 30;

type Delta = ThreadEventOf<'textDelta' | 'reasoningDelta'>;
type Buffered = Delta | ThreadEventOf<'toolCallProgress'>;

export interface DeltaBufferOptions {
  readonly append: (event: ThreadEvent) => void;
  readonly schedule: Schedule;
}

/**
 * Gathers the small events of about 30 ms into one each: text is joined, of progress the latest counts. Any other event
 * passes at once, after what is gathered, so the order stays.
 */
export class DeltaBuffer implements Disposable {
  readonly #options: DeltaBufferOptions;
  #gathered: Buffered[] = [];
  #timer: Disposable | undefined;
  #isDisposed = false;

  constructor(options: DeltaBufferOptions) {
    this.#options = options;
  }

  append(event: ThreadEvent): void {
    if (this.#isDisposed) return;
    if (event.type === 'textDelta' || event.type === 'reasoningDelta') this.#addDelta(event);
    else if (event.type === 'toolCallProgress') this.#addProgress(event);
    else {
      this.flush();
      this.#options.append(event);
    }
  }

  /** Passes on what is gathered. */
  flush(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const gathered = this.#gathered;
    this.#gathered = [];
    for (const event of gathered) this.#options.append(event);
  }

  /** Passes on what is gathered; what comes later is dropped. */
  dispose(): void {
    this.flush();
    this.#isDisposed = true;
  }

  #addDelta(event: Delta): void {
    const last = this.#gathered.at(-1);
    const isSame = last?.type === event.type && last.turnId === event.turnId;
    if (isSame) this.#gathered.splice(-1, 1, { ...last, delta: last.delta + event.delta });
    else this.#gathered.push(event);
    this.#startFrame();
  }

  #addProgress(event: ThreadEventOf<'toolCallProgress'>): void {
    const { toolCallId } = event;
    this.#gathered = this.#gathered.filter(
      (other) => other.type !== 'toolCallProgress' || other.toolCallId !== toolCallId,
    );
    this.#gathered.push(event);
    this.#startFrame();
  }

  /** Passes on what is gathered, except half a character at its end, whose other half is still to come. */
  #endFrame(): void {
    const last = this.#gathered.at(-1);
    const half = last !== undefined && 'delta' in last && /[\ud800-\udbff]$/.test(last.delta) ? last : undefined;
    if (half) {
      const whole = half.delta.slice(0, -1);
      this.#gathered.splice(-1, 1, ...(whole === '' ? [] : [{ ...half, delta: whole }]));
    }
    this.flush();
    if (half) this.#gathered.push({ ...half, delta: half.delta.slice(-1) });
  }

  #startFrame(): void {
    this.#timer ??= this.#options.schedule(() => this.#endFrame(), frameMs);
  }
}
