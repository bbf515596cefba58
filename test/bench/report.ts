import type { Benchmark, Budget, Figure } from './benchmark.ts';

/** One line of the report. */
export interface Row extends Budget {
  readonly benchmark: string;
  /** Absent when measuring failed; the note says why. */
  readonly measured?: number;
  readonly verdict: 'within' | 'over' | 'not measured';
  readonly note: string;
}

/** Measures, and judges each figure. Never rejects: what cannot be measured is a line that says so. */
export async function rowsOf(measured: Benchmark): Promise<readonly Row[]> {
  const { name: benchmark, budgets } = measured;
  try {
    const figures = await measured.measure();
    return budgets.map((budget, index) => ({ benchmark, ...budget, ...judged(budget, figures[index]) }));
  } catch (error) {
    const note = error instanceof Error ? error.message : String(error);
    return budgets.map((budget) => ({ benchmark, ...budget, verdict: 'not measured', note }));
  }
}

/** The report as a table for a terminal. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [
    ['what', 'measured', 'at most', 'verdict', ''],
    ...rows.map(({ what, measured, atMost, unit, verdict, note }) => [
      what,
      measured === undefined ? '–' : amount(measured, unit),
      amount(atMost, unit),
      verdict,
      note,
    ]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, column) => (isNumber(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return cells.map(line).join('\n');
}

function judged(budget: Budget, figure: Figure | undefined): Pick<Row, 'measured' | 'verdict' | 'note'> {
  if (!figure) return { verdict: 'not measured', note: 'There is no figure for it.' };
  return { ...figure, verdict: figure.measured <= budget.atMost ? 'within' : 'over' };
}

function amount(value: number, unit: Budget['unit']): string {
  return unit === '×' ? value.toFixed(2) : `${value.toFixed(unit === 'MB' ? 1 : 0)} ${unit}`;
}

/** Whether a column of the table holds numbers. */
function isNumber(column: number): boolean {
  return column === 1 || column === 2;
}
