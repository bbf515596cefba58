import type { PromptDefinition } from '../../mcp/catalog/catalog.ts';
import type { ServerSnapshot } from '../../mcp/hubPort.ts';
import type { AttachedResource } from '../threadRunnerPort.ts';
import { InputError } from './inputError.ts';
import type { InputPlan, Mention } from './inputPlan.ts';
import { findMentions } from './mentionGrammar.ts';
import { checkArgumentNames, parsePromptArguments } from './promptArguments.ts';
import { findPromptCommand, looksLikeCommand, promptLabel } from './promptGrammar.ts';

const maxNamedPrompts = 20;

/** Decides what typed text asks for, from what is known of the servers. Makes no request. */
export function planInput(
  servers: readonly ServerSnapshot[],
  text: string,
  attachments: readonly AttachedResource[],
): InputPlan {
  const typed = text.trim();
  if (typed === '' && attachments.length === 0) {
    return invalidInput('There is nothing to send. Type a message first.');
  }
  const prompts = promptsOf(servers);
  const command = typed.startsWith('/') ? findPromptCommand(typed, prompts) : undefined;
  if (command) {
    const { prompt, argumentText } = command;
    return asPlan(() => promptPlan(prompt, parsePromptArguments(argumentText, prompt), attachments));
  }
  if (looksLikeCommand(typed)) return unknownCommand(typed, servers, prompts);
  return { kind: 'message', text, mentions: mentionsOf(text, servers), attachments };
}

/** Decides the same for a prompt that was chosen, with the values of its form. An empty field is an absent argument. */
export function planChosenPrompt(
  servers: readonly ServerSnapshot[],
  server: string,
  name: string,
  values: Readonly<Record<string, string>>,
): InputPlan {
  const prompts = promptsOf(servers);
  const prompt = prompts.find((candidate) => candidate.server === server && candidate.name === name);
  if (!prompt) return unknownCommand(promptLabel({ server, name }), servers, prompts);
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  return asPlan(() => {
    checkArgumentNames(Object.keys(given), prompt);
    return promptPlan(prompt, given, []);
  });
}

function promptPlan(
  prompt: PromptDefinition,
  values: Readonly<Record<string, string>>,
  attachments: readonly AttachedResource[],
): InputPlan {
  const missing = prompt.arguments.filter(({ name, isRequired }) => isRequired && !isGiven(values, name));
  if (missing.length > 0) return { kind: 'needsArguments', prompt, values, missing: missing.map(({ name }) => name) };
  return { kind: 'prompt', server: prompt.server, prompt: prompt.name, arguments: values, attachments };
}

function isGiven(values: Readonly<Record<string, string>>, name: string): boolean {
  return Object.hasOwn(values, name) && values[name] !== '';
}

/** Each resource once, in the order of the text; unknown servers included, so that resolving can say so. */
function mentionsOf(text: string, servers: readonly ServerSnapshot[]): Mention[] {
  const { mentions, unknown } = findMentions(
    text,
    servers.map(({ definition }) => definition.name),
  );
  const found = [...mentions, ...unknown].sort((a, b) => a.start - b.start);
  const distinct = new Map(found.map(({ server, uri }) => [JSON.stringify([server, uri]), { server, uri }]));
  return [...distinct.values()];
}

function asPlan(plan: () => InputPlan): InputPlan {
  try {
    return plan();
  } catch (error) {
    if (error instanceof InputError) return invalidInput(error.message);
    throw error;
  }
}

function promptsOf(servers: readonly ServerSnapshot[]): PromptDefinition[] {
  return servers.flatMap(({ catalog }) => catalog.prompts);
}

function invalidInput(message: string): InputPlan {
  return { kind: 'rejected', code: 'invalid_input', message };
}

function unknownCommand(
  typed: string,
  servers: readonly ServerSnapshot[],
  prompts: readonly PromptDefinition[],
): InputPlan {
  const word = /^\S*/.exec(typed)?.[0] ?? typed;
  const named = servers.find(({ definition }) => word.startsWith(promptLabel({ server: definition.name, name: '' })));
  if (named && named.state.status !== 'connected') {
    const { name } = named.definition;
    const message = `"${word}" cannot run: the server "${name}" is not connected. Connect it, then send the command again.`;
    return { kind: 'rejected', code: 'not_connected', message };
  }
  return { kind: 'rejected', code: 'unknown_command', message: noSuchCommand(word, prompts) };
}

function noSuchCommand(word: string, prompts: readonly PromptDefinition[]): string {
  if (prompts.length === 0) {
    return `There is no command "${word}": no connected server offers prompts. Connect one that does, or leave out the "/".`;
  }
  const labels = prompts.slice(0, maxNamedPrompts).map(promptLabel);
  const more = prompts.length - labels.length;
  return `There is no command "${word}". Prompts: ${labels.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
