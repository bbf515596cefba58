import type { JsonObject, JsonValue } from '../../../shared/base/json.ts';
import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';
import { headOf } from '../../base/headOf.ts';
import type { McpContent, ResourceContents, ToolCallResult } from '../../mcp/connection/content.ts';
import type { Settings } from '../../settings.ts';
import type { ArtifactStore } from '../../threads/artifactStore.ts';
import { binaryBlock } from './binaryBlock.ts';
import type { BlockContext } from './blockContext.ts';
import { boundedBlocks } from './boundedBlocks.ts';
import { guardedBlock } from './guardedBlock.ts';
import { materialBlocks } from './materialBlocks.ts';
import { OutputSchemaCheck } from './outputSchemaCheck.ts';
import { resourceBlock } from './resourceBlock.ts';
import type { ResultOwner } from './resultOwner.ts';
import { storedText } from './storedBlock.ts';
import { isSaidAsText, structuredBlock } from './structuredContent.ts';
import { fitsInline } from './textLimits.ts';

export interface ResultConverterOptions {
  readonly artifacts: ArtifactStore;
  readonly settings: () => Settings;
}

/**
 * Turns what servers send into blocks that can be stored, shown and given to a model (contract §4, "Results"). Never
 * rejects because of what a server sent or because the disk is full: a block that cannot be converted becomes a
 * placeholder that names it, and the others survive. The answer is never empty.
 */
export class ResultConverter {
  readonly #artifacts: ArtifactStore;
  readonly #settings: () => Settings;
  readonly #schemas = new OutputSchemaCheck();

  constructor({ artifacts, settings }: ResultConverterOptions) {
    this.#artifacts = artifacts;
    this.#settings = settings;
  }

  /** Converts the answer of `tools/call`. A structured result that does not match `outputSchema` is kept and named. */
  async toolResult(result: ToolCallResult, owner: ResultOwner, outputSchema?: JsonObject): Promise<ResultBlock[]> {
    const { content, structuredContent, isError } = result;
    const all = await this.#blocks(content, owner);
    if (structuredContent !== undefined && !isSaidAsText(structuredContent, content)) {
      const context = this.#context(owner, content.length);
      all.push(await guardedBlock('The structured content', () => structuredBlock(structuredContent, context)));
    }
    const blocks = await this.#bounded(all, owner);
    // An error need not have the form of a success.
    if (structuredContent !== undefined && outputSchema && !isError) {
      const check = (): Promise<ResultBlock | undefined> => this.#mismatch(outputSchema, structuredContent);
      const problem = await guardedBlock('The check of the structured content', check);
      if (problem) blocks.push(problem);
    }
    return orNoContent(blocks);
  }

  /** Converts the answer of `resources/read` that a model asked for. */
  async resource(contents: readonly ResourceContents[], owner: ResultOwner): Promise<ResultBlock[]> {
    const blocks: ResultBlock[] = [];
    for (const [index, item] of contents.entries()) {
      const context = this.#context(owner, index);
      blocks.push(await guardedBlock(`Content ${index + 1}`, () => resourceBlock(item, context)));
    }
    return orNoContent(await this.#bounded(blocks, owner));
  }

  /** Converts the answer of `resources/read` that a person asked for: up to `maxChars` of text stay inline. */
  async material(contents: readonly ResourceContents[], owner: ResultOwner, maxChars: number): Promise<ResultBlock[]> {
    return orNoContent(await materialBlocks(contents, maxChars, (index) => this.#context(owner, index)));
  }

  /** Converts content blocks, such as those of a prompt's message. */
  async content(content: readonly McpContent[], owner: ResultOwner): Promise<ResultBlock[]> {
    return orNoContent(await this.#bounded(await this.#blocks(content, owner), owner));
  }

  #bounded(blocks: readonly ResultBlock[], owner: ResultOwner): Promise<ResultBlock[]> {
    return boundedBlocks(blocks, this.#context(owner, blocks.length));
  }

  async #mismatch(schema: JsonObject, value: JsonValue): Promise<ResultBlock | undefined> {
    const problem = await this.#schemas.problem(schema, value);
    return problem === undefined ? undefined : { type: 'placeholder', text: problem };
  }

  async #blocks(content: readonly McpContent[], owner: ResultOwner): Promise<ResultBlock[]> {
    const blocks: ResultBlock[] = [];
    for (const [index, item] of content.entries()) {
      // Providers refuse messages with blank text in them, and it says nothing.
      if (item.type === 'text' && item.text.trim() === '') continue;
      const context = this.#context(owner, index);
      blocks.push(await guardedBlock(`Content ${index + 1} (${item.type})`, () => contentBlock(item, context)));
    }
    return blocks;
  }

  #context(owner: ResultOwner, index: number): BlockContext {
    const { inlineChars: chars, inlineBytes: bytes } = this.#settings();
    return { artifacts: this.#artifacts, owner, index, limits: { chars, bytes } };
  }
}

async function contentBlock(item: McpContent, context: BlockContext): Promise<ResultBlock> {
  switch (item.type) {
    case 'text':
      return fitsInline(item.text, context.limits)
        ? { type: 'text', text: item.text }
        : storedText(item.text, {}, context);
    case 'image':
    case 'audio':
      return binaryBlock({ data: item.data, declared: item.type, mimeType: item.mimeType }, context);
    case 'resource':
      return resourceBlock(item.resource, context);
    case 'resource_link': {
      const { uri, name, mimeType } = item;
      return { type: 'resourceLink', server: context.owner.server, uri, name, mimeType };
    }
    case 'unknown': {
      const typeName = JSON.stringify(headOf(item.typeName, 100));
      return { type: 'placeholder', text: `Content of the unknown type ${typeName} was left out.` };
    }
  }
}

function orNoContent(blocks: ResultBlock[]): ResultBlock[] {
  return blocks.length > 0 ? blocks : [{ type: 'text', text: '(no content)' }];
}
