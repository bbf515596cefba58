/** Where content came from; decides the folder of its artifacts (contract §4). */
export interface ResultOwner {
  readonly threadId: string;
  readonly server: string;
  /** Original name of the tool, or what stands for it, such as `read_resource`. */
  readonly tool: string;
}
