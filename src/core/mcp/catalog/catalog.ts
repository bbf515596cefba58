import type { JsonObject } from '../../../shared/base/json.ts';
import type { ToolAnnotations } from '../../../shared/thread/toolTarget.ts';

/** A tool as its server defined it, with the public name the model uses (contract §4). */
export interface ToolDefinition {
  readonly server: string;
  /** Original name. */
  readonly name: string;
  readonly publicName: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** JSON Schema, unchanged. */
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  /** SHA-256 (hex) over name, description, schemas and annotations; an always-allow is bound to it. */
  readonly hash: string;
  /** The item as the server gave it. */
  readonly raw: JsonObject;
}

export interface ResourceDefinition {
  readonly server: string;
  /** Opaque; sent back byte for byte. */
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly raw: JsonObject;
}

export interface ResourceTemplateDefinition {
  readonly server: string;
  /** RFC 6570. */
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly raw: JsonObject;
}

export interface PromptArgumentDefinition {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly isRequired: boolean;
}

export interface PromptDefinition {
  readonly server: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly arguments: readonly PromptArgumentDefinition[];
  readonly raw: JsonObject;
}

/**
 * Instructions for a kind of task, as a server lists them: by the skills extension (SEP-2640), whose entries say the size
 * and digest of each file, or as a plain resource whose URI begins with `skill://`. Its text is read when it is used.
 */
export interface SkillDefinition {
  readonly server: string;
  /** As it is listed; not unique. */
  readonly name: string;
  /** At most 256 characters. */
  readonly description?: string | undefined;
  /** Of its text. Opaque; sent back byte for byte. */
  readonly uri: string;
  readonly source: 'extension' | 'resource';
  /** The entry or the resource as the server gave it. */
  readonly raw: JsonObject;
}

/** One list that could not be read, one item left out or cut, or a name that is taken. The rest of the catalog stands. */
export interface CatalogWarning {
  readonly code:
    | 'tools_failed'
    | 'resources_failed'
    | 'prompts_failed'
    | 'skill_read_failed'
    | 'tool_skipped'
    | 'skill_truncated'
    | 'command_conflict'
    | 'alias_conflict'
    | 'list_truncated';
  readonly server: string;
  readonly message: string;
}

/** What a connected server offers, complete (all pages), in the server's order. */
export interface Catalog {
  readonly tools: readonly ToolDefinition[];
  readonly resources: readonly ResourceDefinition[];
  readonly resourceTemplates: readonly ResourceTemplateDefinition[];
  readonly prompts: readonly PromptDefinition[];
  readonly skills: readonly SkillDefinition[];
  readonly warnings: readonly CatalogWarning[];
}

export const emptyCatalog: Catalog = {
  tools: [],
  resources: [],
  resourceTemplates: [],
  prompts: [],
  skills: [],
  warnings: [],
};
