import { Emitter } from '../../../shared/base/emitter.ts';
import type { Event } from '../../../shared/base/emitter.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { redactorOf } from '../config/secretNames.ts';
import type { Redactor } from '../config/secretNames.ts';
import { LogTail } from './logTail.ts';

/** A message of a server may be of any length; its log is for reading. */
const maxLineChars = 2_000;

/** Tokens are renewed and sessions begun anew for as long as a hub lives. */
const maxOtherSecrets = 100;

/** What one server logs, secrets taken out. */
export class ServerLog implements Disposable {
  readonly #logged = new Emitter<string>();
  #redact: Redactor = (text) => text;
  #secrets: readonly string[] = [];
  /** What was configured before, or became known; the newest last. */
  #otherSecrets: readonly string[] = [];

  readonly tail = new LogTail();
  readonly onDidLog: Event<string> = this.#logged.event;

  /**
   * Takes out these values from now on. Those of before stay out too: a process that is being ended may still write
   * them, and servers quote the token of yesterday.
   */
  hide(secrets: readonly string[]): void {
    const others = [...this.#otherSecrets, ...this.#secrets].filter((secret) => !secrets.includes(secret));
    this.#otherSecrets = [...new Set(others)].slice(-maxOtherSecrets);
    this.#secrets = secrets;
    this.#redact = redactorOf([...this.#otherSecrets, ...secrets]);
  }

  /** Takes out one more, which became known while the server was in use. */
  hideMore(secret: string): void {
    if (this.#secrets.includes(secret) || this.#otherSecrets.includes(secret)) return;
    this.#otherSecrets = [...this.#otherSecrets, secret].slice(-maxOtherSecrets);
    this.#redact = redactorOf([...this.#otherSecrets, ...this.#secrets]);
  }

  /** Takes the secrets out of a text that is not for the log. */
  redacted(text: string): string {
    return this.#redact(text);
  }

  write(line: string): void {
    const redacted = this.#redact(line);
    // A copy: a slice would keep the whole line in memory, and a server may send lines of megabytes.
    const text = redacted.length > maxLineChars ? structuredClone(`${redacted.slice(0, maxLineChars)}…`) : redacted;
    this.tail.push(text);
    this.#logged.fire(text);
  }

  dispose(): void {
    this.#logged.dispose();
  }
}
