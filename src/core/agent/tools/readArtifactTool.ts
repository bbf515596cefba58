import type { JsonObject, JsonValue } from '../../../shared/base/json.ts';
import type { ThreadState } from '../../../shared/thread/threadState.ts';
import type { ToolTarget } from '../../../shared/thread/toolTarget.ts';
import { ArtifactError } from '../../threads/artifactError.ts';
import type { ArtifactStore } from '../../threads/artifactStore.ts';
import { findConversationBlock, hasConversationBlocks } from '../context/conversationBlock.ts';
import { blockText } from '../results/blockText.ts';
import { readArtifactNames } from './builtinNames.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { toArguments } from './callInput.ts';
import type { RequestedCall, ToolCallContext, ToolCallOutcome } from './toolCallContext.ts';
import { completed, failed } from './toolCallContext.ts';

const [name] = readArtifactNames;
const defaultLength = 20_000;
const maxLength = 50_000;

/**
 * `read_artifact` (contract §4): a piece of a stored result, by its id, in this thread only. Also of a result that the
 * conversation itself has and whose beginning alone the model is still given: `call/<toolCallId>/<block>`.
 */
export class ReadArtifactTool implements BuiltinTool {
  readonly names = readArtifactNames;
  readonly definition = {
    name,
    description:
      'Reads a piece of a stored result of this conversation: content that was too large to be shown whole, or is cut ' +
      'because it is from long ago. Give the id as the result names it. Positions are in characters.',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the stored result.' },
        offset: { type: 'integer', minimum: 0, description: 'First character to read; 0 when left out.' },
        length: {
          type: 'integer',
          minimum: 1,
          maximum: maxLength,
          description: `Characters to read; ${defaultLength} when left out.`,
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
  };
  readonly #artifacts: ArtifactStore;
  readonly #conversation: () => ThreadState;

  constructor(artifacts: ArtifactStore, conversation: () => ThreadState) {
    this.#artifacts = artifacts;
    this.#conversation = conversation;
  }

  async isUseful(threadId: string): Promise<boolean> {
    return hasConversationBlocks(this.#conversation()) || (await this.#artifacts.ids(threadId)).length > 0;
  }

  target(): ToolTarget {
    return { kind: 'builtin', name };
  }

  async run({ input }: RequestedCall, context: ToolCallContext): Promise<ToolCallOutcome> {
    const { threadId, turnId, toolCallId } = context;
    const range = parseRange(toArguments(input));
    if (!range) {
      return failed(`${name} needs 'id', a string; 'offset' and 'length' are whole numbers. Call it again with these.`);
    }
    context.emit({ type: 'toolCallRunning', at: context.now(), turnId, toolCallId });
    try {
      const block = findConversationBlock(this.#conversation(), range.id);
      if (block && !('artifact' in block)) {
        const text = 'text' in block ? block.text : blockText(block);
        return readText(text, 'text/plain', Buffer.byteLength(text), range);
      }
      const { mimeType, bytes } = await this.#artifacts.read(threadId, block?.artifact.id ?? range.id);
      return readText(decode(bytes), mimeType, bytes.length, range);
    } catch (error) {
      if (!(error instanceof ArtifactError)) throw error;
      const ids = await this.#artifacts.ids(threadId);
      return failed(`${error.message} Stored in this conversation: ${ids.slice(0, 50).join(', ') || 'nothing'}.`);
    }
  }
}

interface Range {
  readonly id: string;
  readonly offset: number;
  readonly length: number;
}

function parseRange(values: JsonObject | undefined): Range | undefined {
  const { id, offset = 0, length = defaultLength } = values ?? {};
  if (typeof id !== 'string' || !isCount(offset) || !isCount(length)) return undefined;
  return { id: id.trim(), offset, length: Math.min(Math.max(length, 1), maxLength) };
}

function isCount(value: JsonValue): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** Undefined for bytes that are no UTF-8 text. */
function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function readText(
  text: string | undefined,
  mimeType: string,
  byteCount: number,
  { id, offset, length }: Range,
): ToolCallOutcome {
  if (text === undefined) {
    return failed(`'${id}' is binary (${mimeType}, ${byteCount} bytes) and cannot be read as text.`);
  }
  if (offset >= text.length && text.length > 0) {
    return failed(`'${id}' has ${text.length} characters, so there is nothing at offset ${offset}.`);
  }
  const start = isInsidePair(text, offset) ? offset - 1 : offset;
  const wanted = start + length;
  const end = isInsidePair(text, wanted) ? wanted + 1 : Math.min(wanted, text.length);
  const rest = end < text.length ? ` Go on with offset ${end}.` : '';
  return completed(`Characters ${start} to ${end} of ${text.length} of '${id}'.${rest}\n\n${text.slice(start, end)}`);
}

/** Whether a position would cut a surrogate pair in two. */
function isInsidePair(text: string, position: number): boolean {
  return position > 0 && position < text.length && (text.codePointAt(position - 1) ?? 0) > 0xffff;
}
