import type { Warning } from '../shared/thread/threadEvent.ts';
import { visibleLine } from './visibleText.ts';

/** A warning as one line of stderr. */
export function warningLine({ code, server, message }: Warning): string {
  const about = server === undefined ? '' : ` ${server}:`;
  return visibleLine(`patchbay: warning [${code}]${about} ${message}`);
}
