/** A command that Patchbay carries out itself, written at the beginning of a message. */
export interface BuiltinCommand {
  /** Without the slash. */
  readonly name: string;
  /** What may follow it. */
  readonly argument?: string | undefined;
  readonly description: string;
}

/** All of them, in the order of contract §5. */
export const builtinCommands = [
  { name: 'help', description: 'Lists commands, prompts and skills' },
  { name: 'clear', description: 'Begins a new conversation' },
  { name: 'compact', description: 'Summarizes the older part of the conversation for the model' },
  { name: 'mcp', description: 'Lists the servers and their state' },
  { name: 'model', argument: '[model]', description: 'Chooses the model' },
  { name: 'tools', argument: '[server]', description: 'Lists the tools of the servers' },
  { name: 'resources', argument: '[server]', description: 'Lists the resources of the servers' },
  { name: 'prompts', argument: '[server]', description: 'Lists the prompts of the servers' },
  { name: 'export', argument: '[markdown | json]', description: 'Exports the conversation' },
] as const satisfies readonly BuiltinCommand[];

export type BuiltinCommandName = (typeof builtinCommands)[number]['name'];
