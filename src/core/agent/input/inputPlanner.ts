import type { PromptDefinition, SkillDefinition } from '../../mcp/catalog/catalog.ts';
import type { ServerSnapshot } from '../../mcp/hubPort.ts';
import { builtinCommands } from '../../../shared/thread/builtinCommand.ts';
import { findBuiltin } from '../commands/typedCommand.ts';
import { planCommand } from '../commands/commandPlan.ts';
import type { AttachedResource } from '../threadRunnerPort.ts';
import { InputError } from './inputError.ts';
import type { InputPlan, Mention } from './inputPlan.ts';
import { findMentions } from './mentionGrammar.ts';
import { checkArgumentNames, parsePromptArguments } from './promptArguments.ts';
import { findPromptCommand, looksLikeCommand, promptLabel } from './promptGrammar.ts';
import { findSkill, namedSkills, skillLabel, skillServer } from './skillGrammar.ts';

const maxNamed = 20;

/**
 * Decides what typed text asks for, from what is known of the servers. Makes no request. A built-in command wins over a
 * prompt, and a prompt over a skill (contract §5).
 */
export function planInput(
  servers: readonly ServerSnapshot[],
  text: string,
  attachments: readonly AttachedResource[],
): InputPlan {
  const typed = text.trim();
  if (typed === '' && attachments.length === 0) {
    return invalidInput('There is nothing to send. Type a message first.');
  }
  const builtin = findBuiltin(typed);
  if (builtin) return asPlan(() => planCommand(builtin, servers));
  const prompts = promptsOf(servers);
  const command = typed.startsWith('/') ? findPromptCommand(typed, prompts) : undefined;
  if (command) {
    const { prompt, argumentText } = command;
    return asPlan(() => promptPlan(prompt, parsePromptArguments(argumentText, prompt), attachments));
  }
  const { skills, rest } = leadingSkills(typed, servers);
  const asked = skillServer(rest, servers);
  if (asked) return unknownSkill(rest, asked);
  if (skills.length === 0 && looksLikeCommand(typed)) return unknownCommand(typed, servers, prompts);
  return { kind: 'message', text, skills, mentions: mentionsOf(rest, servers), attachments };
}

/** The skills that text begins with, each once, and what follows them. `/` calls one, too, if no prompt has its name. */
function leadingSkills(typed: string, servers: readonly ServerSnapshot[]): { skills: SkillDefinition[]; rest: string } {
  if (!/^[$/]/.test(typed)) return { skills: [], rest: typed };
  const named = namedSkills(servers);
  const skills = new Set<SkillDefinition>();
  let rest = typed;
  let use = findSkill(rest, named, '$') ?? findSkill(rest, named, '/');
  while (use) {
    skills.add(use.skill);
    rest = use.rest.trimStart();
    use = findSkill(rest, named, '$');
  }
  return { skills: [...skills], rest };
}

/** Whether what text asks for can be told only when it is known what the servers offer. */
export function needsCatalogs(text: string): boolean {
  const typed = text.trimStart();
  if (typed.startsWith('$')) return true;
  if (!typed.startsWith('/')) return false;
  const builtin = findBuiltin(typed);
  return builtin === undefined || listsOffers.has(builtin.name);
}

/** `/mcp` is asked for also because servers do not come. */
const listsOffers: ReadonlySet<string> = new Set(['help', 'tools', 'resources', 'prompts']);

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
  const word = firstWord(typed);
  const named = servers.find(({ definition }) => word.startsWith(promptLabel({ server: definition.name, name: '' })));
  if (named && named.state.status !== 'connected') return notConnected(word, named);
  return { kind: 'rejected', code: 'unknown_command', message: noSuchCommand(word, prompts) };
}

function unknownSkill(typed: string, server: ServerSnapshot): InputPlan {
  const word = firstWord(typed);
  if (server.state.status !== 'connected') return notConnected(word, server);
  const { name } = server.definition;
  const labels = namedSkills([server]).map(skillLabel);
  const available = labels.length > 0 ? `Its skills: ${list(labels)}.` : 'It offers none. Leave out the "$".';
  const message = `"${name}" has no skill "${word}". ${available}`;
  return { kind: 'rejected', code: 'unknown_command', message };
}

function notConnected(word: string, { definition: { name } }: ServerSnapshot): InputPlan {
  const message = `"${word}" cannot run: the server "${name}" is not connected. Connect it, then send the command again.`;
  return { kind: 'rejected', code: 'not_connected', message };
}

function noSuchCommand(word: string, prompts: readonly PromptDefinition[]): string {
  const commands = `Commands: ${builtinCommands.map(({ name }) => `/${name}`).join(', ')}.`;
  const known =
    prompts.length === 0
      ? `${commands} No connected server offers prompts. Connect one that does, or leave out the "/".`
      : `${commands} Prompts: ${list(prompts.map(promptLabel))}.`;
  return `There is no command "${word}". ${known}`;
}

function list(labels: readonly string[]): string {
  const more = labels.length - maxNamed;
  return `${labels.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function firstWord(typed: string): string {
  return /^\S*/.exec(typed)?.[0] ?? typed;
}
