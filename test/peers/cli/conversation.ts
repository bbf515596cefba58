import type { StreamObject } from '../../../src/cli/streamObject.ts';
import type { Script } from '../../servers/scriptedModel/script.ts';
import { ScriptedModelServer } from '../../servers/scriptedModel/scriptedModelServer.ts';
import type { RecordedRequest } from '../../servers/scriptedModel/script.ts';
import { objectsOf } from './commandLine.ts';
import type { CommandLine, Ended, RunOptions } from './commandLine.ts';

/** A conversation that has ended, as a reader of `stream-json` sees it. */
export interface Conversation extends Ended {
  readonly objects: readonly StreamObject[];
  /** What the model was asked, one request a round. */
  readonly requests: readonly RecordedRequest[];
}

/** Says a text to a scripted model, with `stream-json`, and waits for the end. */
export async function converse(
  commandLine: CommandLine,
  script: Script,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Conversation> {
  const format = ['--output-format', 'stream-json'];
  return withModel(script, async (model) => {
    const ended = await commandLine.run([...modelArguments(model), ...format, ...args], options);
    return { ...ended, objects: objectsOf(ended), requests: model.requests };
  });
}

/** Lends a scripted model and stops it afterwards. */
export async function withModel<T>(script: Script, use: (model: ScriptedModelServer) => Promise<T>): Promise<T> {
  const model = await ScriptedModelServer.start(script);
  try {
    return await use(model);
  } finally {
    await model.dispose();
  }
}

/** The options that choose the scripted model. */
export function modelArguments(model: Pick<ScriptedModelServer, 'baseUrl'>): string[] {
  return ['--base-url', model.baseUrl, '--model', 'scripted'];
}

/** The objects with the pieces of text that follow each other joined, since where they are cut is a matter of time. */
export function joined(objects: readonly StreamObject[]): StreamObject[] {
  const result: StreamObject[] = [];
  for (const object of objects) {
    const last = result.at(-1);
    if (object.type === 'text' && last?.type === 'text') {
      result.splice(-1, 1, { type: 'text', delta: last.delta + object.delta });
    } else {
      result.push(object);
    }
  }
  return result;
}

/** What the model read in a request, without the system prompt: role and text of each message. */
export function messagesOf({ body }: RecordedRequest): { role: string; text: string }[] {
  return body.messages
    .filter(({ role }) => role !== 'system')
    .map(({ role, content }) => ({
      role,
      text: typeof content === 'string' ? content : JSON.stringify(content ?? ''),
    }));
}
