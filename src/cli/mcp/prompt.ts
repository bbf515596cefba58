import { InputError } from '../../core/agent/input/inputError.ts';
import { parsePromptArguments } from '../../core/agent/input/promptArguments.ts';
import type { PromptDefinition } from '../../core/mcp/catalog/catalog.ts';
import type { CommandContext } from '../commandContext.ts';
import { CommandError } from '../commandError.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import { argumentText } from './argumentText.ts';
import { readablePrompt } from './readable.ts';
import { runRequest } from './request.ts';
import type { RequestOptions } from './request.ts';

/** `mcp prompt NAME PROMPT [ARGS…]`: arguments as after a slash command (contract §5). */
export function runPromptRequest(
  name: string,
  prompt: string,
  words: readonly string[],
  options: RequestOptions,
  context: CommandContext,
): Promise<ExitCode> {
  return runRequest(name, options, context, async (hub, { catalog }) => {
    const definition = catalog.prompts.find((candidate) => candidate.name === prompt);
    if (!definition) throw unknownPrompt(name, prompt, catalog.prompts);
    const args = promptArguments(words, definition);
    const result = await hub.getPrompt(name, prompt, args, { signal: context.signal });
    return { raw: result.raw, text: readablePrompt(result), code: exitCode.done };
  });
}

function unknownPrompt(server: string, name: string, prompts: readonly PromptDefinition[]): CommandError {
  const known =
    prompts.length === 0 ? 'It has no prompts.' : `Its prompts are: ${prompts.map((it) => it.name).join(', ')}.`;
  return new CommandError(exitCode.notFound, `"${server}" has no prompt "${name}". ${known}`);
}

function promptArguments(words: readonly string[], prompt: PromptDefinition): Record<string, string> {
  const text = argumentText(
    words,
    prompt.arguments.map(({ name }) => name),
  );
  const values = parsed(text, prompt);
  const missing = prompt.arguments.filter(({ name, isRequired }) => isRequired && !values[name]);
  if (missing.length === 0) return values;
  const names = missing.map(({ name }) => name).join(', ');
  throw new CommandError(exitCode.usage, `Prompt "${prompt.name}" needs ${names}. Give each as a word or NAME=VALUE.`);
}

function parsed(text: string, prompt: PromptDefinition): Record<string, string> {
  try {
    return parsePromptArguments(text, prompt);
  } catch (error) {
    if (error instanceof InputError) throw new CommandError(exitCode.usage, error.message, { cause: error });
    throw error;
  }
}
