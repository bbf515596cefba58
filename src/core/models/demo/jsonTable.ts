import { asObject, type JsonObject, type JsonValue } from '../../../shared/base/json.ts';
import { plain } from './quote.ts';

const mostRows = 20;
const mostColumns = 6;
const cellLimit = 80;

/** JSON as a short Markdown table: fields of an object, rows of a list; long ones are cut and say so. */
export function jsonTable(value: JsonValue): string {
  if (Array.isArray(value)) return listTable(value);
  if (typeof value !== 'object' || value === null) return cell(value);
  const fields = flattened(value, '');
  const rows = fields.slice(0, mostRows).map(([name, item]) => [cell(name), cell(item)]);
  return table(['Field', 'Value'], rows, fields.length);
}

function listTable(items: readonly JsonValue[]): string {
  if (items.length === 0) return 'An empty list.';
  const columns = [...new Set(items.slice(0, mostRows).flatMap((item) => Object.keys(asObject(item) ?? {})))];
  if (columns.length === 0) {
    const lines = items.slice(0, mostRows).map((item) => `- ${cell(item)}`);
    return [...lines, ...cut(items.length)].join('\n');
  }
  const shown = columns.slice(0, mostColumns);
  const rows = items.slice(0, mostRows).map((item) => shown.map((column) => cell(asObject(item)?.[column] ?? '')));
  return table(shown.map(cell), rows, items.length);
}

function table(head: readonly string[], rows: readonly (readonly string[])[], all: number): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = [line(head), line(head.map(() => '---')), ...rows.map(line)];
  return [lines.join('\n'), ...cut(all)].join('\n\n');
}

function cut(all: number): string[] {
  return all > mostRows ? [`… and ${all - mostRows} more.`] : [];
}

/** `{a: {b: 1}}` as `a.b`, one level after the other. */
function flattened(value: JsonObject, prefix: string): [string, JsonValue][] {
  return Object.entries(value).flatMap(([name, item]): [string, JsonValue][] => {
    const inner = asObject(item) ?? {};
    return Object.keys(inner).length === 0 ? [[prefix + name, item]] : flattened(inner, `${prefix}${name}.`);
  });
}

function cell(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return plain(text.length > cellLimit ? `${text.slice(0, cellLimit)}…` : text);
}
