/** A text as it is written in the file, where variables are still names; else what it became. */
export function writtenText(written: unknown, expanded: string): string {
  return typeof written === 'string' ? written : expanded;
}
