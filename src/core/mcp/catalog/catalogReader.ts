import type { Client } from '@modelcontextprotocol/client';
import { asObject } from '../../../shared/base/json.ts';
import type {
  CatalogWarning,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  SkillDefinition,
} from './catalog.ts';
import { judgePrompt, judgeResource, judgeTemplate, judgeTool } from './catalogItems.ts';
import type { Judged, UnnamedTool } from './catalogItems.ts';
import { isNestedTooDeeply, maxNesting } from './nesting.ts';
import { reasonOf } from '../errorReason.ts';
import { asText, pageSchema } from './lenientSchemas.ts';
import { walkPages } from './pageWalk.ts';
import type { Page, Walk } from './pageWalk.ts';
import type { Redactor } from '../config/secretNames.ts';
import { judgeSkill, skillsExtension } from '../skills/skillEntry.ts';

/** One list of a server, with what was wrong in it. */
export interface Listed<T> {
  readonly items: readonly T[];
  readonly warnings: readonly CatalogWarning[];
}

/** What a server offers, list by list, before the hub has named its tools. */
export interface CatalogLists {
  readonly tools: Listed<UnnamedTool>;
  readonly resources: Listed<ResourceDefinition>;
  readonly templates: Listed<ResourceTemplateDefinition>;
  readonly prompts: Listed<PromptDefinition>;
  /** By the skills extension. Absent where the server does not have it: then its resources may be skills. */
  readonly skills?: Listed<SkillDefinition> | undefined;
}

const nothing = { items: [], warnings: [] };
export const emptyLists: CatalogLists = { tools: nothing, resources: nothing, templates: nothing, prompts: nothing };

/** What servers announce changes of. Templates and skills belong to resources. */
export type CatalogPart = 'tools' | 'resources' | 'prompts';
export const catalogParts: readonly CatalogPart[] = ['tools', 'resources', 'prompts'];

/** How one kind of list is asked for and judged. */
interface ListKind<T> {
  readonly method: string;
  /** Key of the items in a page. */
  readonly key: string;
  readonly failure: 'tools_failed' | 'resources_failed' | 'prompts_failed' | 'skill_read_failed';
  /** Code of one item left out. */
  readonly skipped: 'tool_skipped' | 'resources_failed' | 'prompts_failed' | 'skill_read_failed';
  readonly judge: (server: string, value: unknown) => Judged<T>;
  readonly identify: (item: T) => string;
}

const tools: ListKind<UnnamedTool> = {
  method: 'tools/list',
  key: 'tools',
  failure: 'tools_failed',
  skipped: 'tool_skipped',
  judge: judgeTool,
  identify: ({ name }) => name,
};
const resources: ListKind<ResourceDefinition> = {
  method: 'resources/list',
  key: 'resources',
  failure: 'resources_failed',
  skipped: 'resources_failed',
  judge: judgeResource,
  identify: ({ uri }) => uri,
};
const templates: ListKind<ResourceTemplateDefinition> = {
  method: 'resources/templates/list',
  key: 'resourceTemplates',
  failure: 'resources_failed',
  skipped: 'resources_failed',
  judge: judgeTemplate,
  identify: ({ uriTemplate }) => uriTemplate,
};
const prompts: ListKind<PromptDefinition> = {
  method: 'prompts/list',
  key: 'prompts',
  failure: 'prompts_failed',
  skipped: 'prompts_failed',
  judge: judgePrompt,
  identify: ({ name }) => name,
};
const skills: ListKind<SkillDefinition> = {
  method: 'skills/list',
  key: 'skills',
  failure: 'skill_read_failed',
  skipped: 'skill_read_failed',
  judge: judgeSkill,
  identify: ({ uri }) => uri,
};

/** Contract §10. */
const pageTimeoutMs = 20_000;
const methodNotFound = -32601;

export interface CatalogReaderOptions {
  readonly client: Client;
  readonly server: string;
  /** Ends all reading. */
  readonly signal: AbortSignal;
  /** For warnings, which quote the server. */
  readonly redact: Redactor;
  /** Says why a tool cannot be used with this connection; undefined when it can. */
  readonly toolFault: (tool: UnnamedTool) => string | undefined;
  /** Told of each list that failed, besides the warning. */
  readonly onFailure: (error: unknown) => void;
}

/** Reads complete lists of one connected server. A list that fails, or one bad item, is a warning; the rest stands. */
export class CatalogReader {
  readonly #client: Client;
  readonly #server: string;
  readonly #options: CatalogReaderOptions;
  readonly #redact: Redactor;

  constructor(options: CatalogReaderOptions) {
    this.#options = options;
    this.#client = options.client;
    this.#server = options.server;
    this.#redact = options.redact;
  }

  /** Reads anew the parts that are named and that the server declares; the others stay as known. Never rejects. */
  async read(parts: ReadonlySet<CatalogPart>, known: CatalogLists): Promise<CatalogLists> {
    const declared = this.#client.getServerCapabilities() ?? {};
    const isWanted = (part: CatalogPart): boolean => parts.has(part) && declared[part] !== undefined;
    const hasSkills = declared.extensions?.[skillsExtension] !== undefined;
    const [readTools, readResources, readTemplates, readPrompts, readSkills] = await Promise.all([
      isWanted('tools') ? this.#list(this.#toolKind(), known.tools) : known.tools,
      isWanted('resources') ? this.#list(resources, known.resources) : known.resources,
      isWanted('resources') ? this.#list(templates, known.templates) : known.templates,
      isWanted('prompts') ? this.#list(prompts, known.prompts) : known.prompts,
      hasSkills && parts.has('resources') ? this.#list(skills, known.skills ?? nothing) : known.skills,
    ]);
    const lists = { tools: readTools, resources: readResources, templates: readTemplates, prompts: readPrompts };
    return readSkills ? { ...lists, skills: readSkills } : lists;
  }

  /** Tools, judged by what this connection can do with them, too. */
  #toolKind(): ListKind<UnnamedTool> {
    const judge = (server: string, value: unknown): Judged<UnnamedTool> => {
      const judged = tools.judge(server, value);
      const fault = 'item' in judged ? this.#options.toolFault(judged.item) : undefined;
      return fault === undefined ? judged : { fault };
    };
    return { ...tools, judge };
  }

  async #list<T>(kind: ListKind<T>, known: Listed<T>): Promise<Listed<T>> {
    try {
      return this.#judged(kind, await walkPages((cursor) => this.#page(kind, cursor)));
    } catch (error) {
      // Servers that have resources and no templates often do not know the method.
      if (kind.method === templates.method && isMethodNotFound(error)) {
        return nothing;
      }
      this.#options.onFailure(error);
      const rest = known.items.length > 0 ? ' What was listed before is kept.' : '';
      const message = this.#redact(`${kind.method} of "${this.#server}" failed: ${reasonOf(error)}.${rest}`);
      return { items: known.items, warnings: [{ code: kind.failure, server: this.#server, message }] };
    }
  }

  async #page({ method, key }: Pick<ListKind<unknown>, 'method' | 'key'>, cursor: string | undefined): Promise<Page> {
    const request = { method, ...(cursor === undefined ? {} : { params: { cursor } }) };
    const page = await this.#client.request(request, pageSchema, {
      timeout: pageTimeoutMs,
      signal: this.#options.signal,
    });
    const items = page[key];
    if (!Array.isArray(items)) throw new Error(`the answer has no array "${key}"`);
    return { items, nextCursor: page.nextCursor ?? undefined };
  }

  #judged<T>(kind: ListKind<T>, walk: Walk): Listed<T> {
    const items = new Map<string, T>();
    const warnings: CatalogWarning[] = [];
    const warn = (code: CatalogWarning['code'], message: string): void => {
      warnings.push({ code, server: this.#server, message: this.#redact(message) });
    };
    for (const value of walk.items) {
      const judged = isNestedTooDeeply(value) ? tooDeep(value) : kind.judge(this.#server, value);
      if ('fault' in judged) {
        warn(kind.skipped, `Left out of ${kind.method} of "${this.#server}": ${judged.fault}.`);
        continue;
      }
      if (judged.cut !== undefined) warn('skill_truncated', `${judged.cut} of "${this.#server}" is cut.`);
      const id = kind.identify(judged.item);
      // A server that repeats a page gives the same items again: that is said once, below.
      if (!items.has(id)) items.set(id, judged.item);
      else if (!walk.truncated)
        warn(kind.skipped, `Left out of ${kind.method} of "${this.#server}": "${id}" comes twice.`);
    }
    if (walk.truncated) {
      const why = walk.truncated === 'repeatedCursor' ? 'gave the same cursor again' : 'has more than 64 pages';
      warn(
        'list_truncated',
        `${kind.method} of "${this.#server}" ${why}; ${items.size} items were read, the rest is left out.`,
      );
    }
    return { items: [...items.values()], warnings };
  }
}

function tooDeep(value: unknown): { readonly fault: string } {
  const name = asText(asObject(value)?.['name']);
  return { fault: `${name ? `"${name}"` : 'an item'} is nested more than ${maxNesting} levels deep` };
}

/** Told by the code of JSON-RPC: all other errors of the SDK and the system have words for codes. */
function isMethodNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === methodNotFound;
}
