/** What is promised (contract §9). */
export interface Budget {
  readonly what: string;
  readonly atMost: number;
  /** `×` for a ratio, kilo- or megabytes of 1,000 or 1,000,000 bytes. */
  readonly unit: '×' | 'kB' | 'MB';
}

/** What was found, in the unit of its budget. */
export interface Figure {
  readonly measured: number;
  /** What the figure is made of. */
  readonly note: string;
}

/** Something that is measured together. */
export interface Benchmark {
  /** As on the command line. */
  readonly name: string;
  readonly budgets: readonly Budget[];
  /** One figure for each budget, in their order. */
  measure(): Promise<readonly Figure[]>;
}
