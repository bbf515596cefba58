/** A value that a configuration asks for: an entry of `inputs` (contract §3). */
export interface InputDefinition {
  readonly id: string;
  readonly description: string;
  readonly default?: string | undefined;
  /** Whether what is typed must not be shown. */
  readonly isPassword: boolean;
  /** The values to choose from; undefined when any text will do. */
  readonly options?: readonly string[] | undefined;
}

/** Asks a person for the value of `${input:id}`. Undefined when the person gave none. */
export type InputPrompt = (input: InputDefinition, server: string) => Promise<string | undefined>;
