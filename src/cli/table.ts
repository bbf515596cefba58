import { visibleLine } from './visibleText.ts';

/** Longest cell that others are aligned to, in characters; a longer one pushes its own row only. */
const alignedChars = 48;

/** Rows of cells as aligned lines; empty for no rows. The last column is not padded. */
export function table(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(visibleLine));
  const widths: number[] = [];
  for (const row of lines) {
    for (const [column, cell] of row.entries()) {
      if (cell.length <= alignedChars) widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  return lines
    .map((row) => row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))))
    .map((row) => `${row.join('  ').trimEnd()}\n`)
    .join('');
}
