import type { JsonValue } from '../../shared/base/json.ts';
import { wellFormedJson } from '../../shared/base/wellFormedJson.ts';
import type { Terminal } from '../terminal.ts';

/** Prints one JSON value, indented: `--json` is read by people as often as by programs. */
export function printJson(terminal: Terminal, value: JsonValue | object): void {
  terminal.out(`${wellFormedJson(value, 2)}\n`);
}
