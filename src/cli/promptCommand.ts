import type { SubmitOutcome, SurfaceCommand, ThreadRunnerPort } from '../core/agent/threadRunnerPort.ts';
import { ThreadError } from '../core/threads/threadError.ts';
import type { RuntimePort } from '../core/runtimePort.ts';
import { abortable } from '../core/base/abortable.ts';
import type { CommandContext } from './commandContext.ts';
import { CommandError } from './commandError.ts';
import type { ConversationOptions } from './conversationOptions.ts';
import { conversationSettings } from './conversationSettings.ts';
import { errorExitCode } from './errorExitCode.ts';
import { exitCode } from './exitCode.ts';
import type { ExitCode } from './exitCode.ts';
import { messageOf } from '../shared/base/messageOf.ts';
import type { Warning } from '../shared/thread/threadEvent.ts';
import { modelNote } from './modelNote.ts';
import { outputWriter } from './outputWriter.ts';
import { serverStatus } from './serverStatus.ts';
import { serverWarnings, toolWarnings } from './serverWarnings.ts';
import { streamObject } from './streamJson.ts';
import type { OutputWriter, ResultObject } from './streamObject.ts';
import { turnExitCode, turnResult } from './turnResult.ts';
import { waitingLine } from './waitingLine.ts';
import { withRuntime } from './withRuntime.ts';

/** How a conversation ended: its last object, and what the process ends with. */
interface ConversationEnd {
  readonly result: ResultObject;
  readonly code: ExitCode;
}

/** Where a conversation goes. */
interface Output {
  readonly write: OutputWriter;
  /** Takes what no object tells of, with `--verbose`. */
  readonly note?: ((line: string) => void) | undefined;
}

/**
 * Says one thing to the model and prints the answer. The result comes last, also of a conversation that could not begin;
 * only a usage error is nothing but an error.
 */
export async function runPrompt(options: ConversationOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal, environment, signal } = context;
  const settings = conversationSettings(options);
  const text = await typedText(options, context);
  const note = modelNote(options, environment);
  if (note !== undefined) terminal.note(note);
  const write = outputWriter(options.outputFormat ?? 'text', terminal, options.verbose ?? false);
  const output: Output = { write, note: options.verbose ? (line) => terminal.note(line) : undefined };
  const end = ({ result, code }: ConversationEnd): ExitCode => {
    write(result);
    return code;
  };
  // Before everything is put away, which may take longer than an interrupted command has.
  const use = (runtime: RuntimePort): Promise<ExitCode> =>
    converse(runtime, text, options.resume, output, signal)
      .catch((error: unknown) => endOf(error, signal))
      .then(end);
  return withRuntime(context, options, { settings, isByHand: false }, use).catch((error: unknown) =>
    end(endOf(error, signal)),
  );
}

async function converse(
  runtime: RuntimePort,
  text: string,
  resumedId: string | undefined,
  { write, note }: Output,
  signal: AbortSignal,
): Promise<ConversationEnd> {
  const thread = await openThread(runtime, resumedId);
  write({ type: 'session', id: thread.id });
  const warnings = await announceServers(runtime, write, signal);
  return runTurn(runtime, thread, text, { write: withoutRepeated(warnings, write), note }, signal);
}

/** The end of a conversation that an error ended. A usage error goes on to whoever started the command. */
function endOf(error: unknown, signal: AbortSignal): ConversationEnd {
  if (signal.aborted) return { result: { type: 'result', status: 'cancelled', text: '' }, code: exitCode.interrupted };
  const code = errorExitCode(error);
  if (code === exitCode.usage) throw error;
  return { result: failure(failureCode(error), messageOf(error)), code };
}

/** `conversation_not_found`, `conversation_locked` and so on for a conversation that cannot be gone on with. */
function failureCode(error: unknown): string {
  const cause = error instanceof CommandError ? error.cause : undefined;
  return cause instanceof ThreadError ? `conversation_${cause.code}` : 'failed';
}

async function typedText(options: ConversationOptions, { terminal, signal }: CommandContext): Promise<string> {
  if (options.prompt === undefined && terminal.hasTypist) {
    throw new CommandError(exitCode.usage, 'Nothing was said. Say it with -p TEXT, or send the text to stdin.');
  }
  const text = (options.prompt ?? (await terminal.readInput(signal))).trimEnd();
  if (text === '') throw new CommandError(exitCode.usage, 'The text is empty. Say something with -p TEXT or on stdin.');
  return text;
}

async function openThread(runtime: RuntimePort, id: string | undefined): Promise<ThreadRunnerPort> {
  try {
    return await (id === undefined ? runtime.newThread() : runtime.openThread(id));
  } catch (cause) {
    if (cause instanceof ThreadError) {
      const code = cause.code === 'not_found' ? exitCode.notFound : exitCode.failed;
      throw new CommandError(code, cause.message, { cause });
    }
    const reason = messageOf(cause);
    const advice = 'Make the folder writable, or choose another with PATCHBAY_HOME.';
    throw new CommandError(exitCode.failed, `The conversation cannot be kept: ${reason} ${advice}`, { cause });
  }
}

/** Says what the servers came to. Gives the warnings, so that the turn need not repeat them. */
async function announceServers(
  runtime: RuntimePort,
  write: OutputWriter,
  signal: AbortSignal,
): Promise<readonly Warning[]> {
  const { hub } = runtime;
  await abortable(hub.ready(signal), signal);
  write({ type: 'mcp_status', servers: hub.servers().map(serverStatus) });
  const warnings = [...serverWarnings(hub), ...toolWarnings(runtime)];
  for (const warning of warnings) write({ type: 'warning', ...warning });
  return warnings;
}

/** A turn that speaks of a server that is not there warns of it again; once is enough in one run. */
function withoutRepeated(told: readonly Warning[], write: OutputWriter): OutputWriter {
  const absent = new Set(told.filter(({ code }) => absenceCodes.has(code)).map(({ server }) => server));
  return (object) => {
    const isRepeated = object.type === 'warning' && absenceCodes.has(object.code) && absent.has(object.server);
    if (!isRepeated) write(object);
  };
}

const absenceCodes: ReadonlySet<string> = new Set([
  'connection_failed',
  'invalid_config',
  'missing_env',
  'needs_auth',
  'pending_approval',
]);

async function runTurn(
  runtime: RuntimePort,
  thread: ThreadRunnerPort,
  text: string,
  { write, note }: Output,
  signal: AbortSignal,
): Promise<ConversationEnd> {
  const subscription = thread.onDidAppend((event) => {
    const object = streamObject(event, thread.state);
    if (object) write(object);
    const line = note && waitingLine(event);
    if (line !== undefined) note?.(line);
  });
  const stop = (): void => thread.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const outcome = await thread.submit(text);
    if (outcome.status === 'command' && outcome.command.name === 'export') {
      return exported(await runtime.threads.export(thread.id, outcome.command.format), write);
    }
    if (outcome.status !== 'started') {
      signal.throwIfAborted();
      return { result: refusal(outcome), code: refusalExitCode(outcome) };
    }
    if (signal.aborted) stop();
    await outcome.done;
    const turn = thread.state.turns.find(({ id }) => id === outcome.turnId);
    if (!turn) throw new Error('The turn ended without leaving a trace in its thread.');
    return { result: turnResult(turn), code: turnExitCode(turn) };
  } finally {
    signal.removeEventListener('abort', stop);
    subscription.dispose();
  }
}

/** The conversation as text is the answer to `/export`. */
function exported(text: string, write: OutputWriter): ConversationEnd {
  write({ type: 'text', delta: text });
  return { result: { type: 'result', status: 'completed', text }, code: exitCode.done };
}

type Refusal = Exclude<SubmitOutcome, { status: 'started' }>;

/** The same numbers as of `mcp prompt` (contract §8). */
function refusalExitCode(outcome: Refusal): ExitCode {
  if (outcome.status !== 'rejected') return exitCode.usage;
  switch (outcome.code) {
    case 'unknown_command':
    case 'not_connected':
      return exitCode.notFound;
    case 'invalid_input':
      return exitCode.usage;
    case 'busy':
    case 'closed':
    case 'internal':
    case 'stopped':
      return exitCode.failed;
  }
}

/** Why a message did not become a turn. Nobody is here to fill a form, so missing arguments are an error too. */
function refusal(outcome: Refusal): ResultObject {
  if (outcome.status === 'rejected') return failure(outcome.code, outcome.message);
  if (outcome.status === 'command') {
    return failure('invalid_input', insteadOf[outcome.command.name]);
  }
  if (outcome.status === 'queued') return failure('busy', 'Another message of this conversation is being answered.');
  const { prompt, missing } = outcome;
  return failure(
    'missing_arguments',
    `Prompt "${prompt.name}" of server "${prompt.server}" needs ${missing.join(', ')}. ` +
      `Give each as NAME=VALUE after the prompt's name.`,
  );
}

/** What does on the command line what a command of the chat does. */
const insteadOf: Readonly<Record<SurfaceCommand['name'], string>> = {
  clear: '/clear is of use in a chat only. Here, each command without --resume begins a new conversation.',
  model: '/model is of use in a chat only. Here, choose the model with --model.',
  export: '/export gives the conversation named by --resume.',
};

function failure(code: string, message: string): ResultObject {
  return { type: 'result', status: 'failed', text: '', error: { code, message } };
}
