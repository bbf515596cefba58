import type { Command } from 'commander';
import type { CommandContext } from '../commandContext.ts';
import type { ExitCode } from '../exitCode.ts';
import { addServerOptions, serverOptionsOf } from '../serverOptions.ts';
import type { ServerOptions } from '../serverOptions.ts';

/** Carries out a verb with its operands and options. */
export type RunVerb<Operands extends readonly unknown[], Options extends ServerOptions> = (
  operands: Operands,
  options: Options,
  context: CommandContext,
) => Promise<ExitCode>;

/** The verbs of `patchbay mcp`, as the argument parser is told of them. */
export class VerbGroup {
  readonly #mcp: Command;
  readonly #context: CommandContext;
  readonly #onEnded: (code: ExitCode) => void;

  /** `onEnded` gets what the process is to end with. */
  constructor(mcp: Command, context: CommandContext, onEnded: (code: ExitCode) => void) {
    this.#mcp = mcp;
    this.#context = context;
    this.#onEnded = onEnded;
  }

  /** Adds a verb; options of its own can be added to the command that is given back. `usage` names its operands. */
  add<Operands extends readonly unknown[] = [name: string], Options extends ServerOptions = ServerOptions>(
    usage: string,
    description: string,
    run: RunVerb<Operands, Options>,
  ): Command {
    const command = addServerOptions(this.#mcp.command(usage).description(description));
    return command.action(async () => {
      const operands = command.processedArgs as unknown as Operands;
      const options = { ...command.opts<Options>(), ...serverOptionsOf(command) };
      this.#onEnded(await run(operands, options, this.#context));
    });
  }
}
