import * as z from 'zod/mini';
import { asObject, type JsonObject } from '../../../shared/base/json.ts';
import { wellFormedJson } from '../../../shared/base/wellFormedJson.ts';
import { toolAnnotationsSchema } from '../../../shared/thread/toolTarget.ts';
import { canonicalHash } from '../config/canonicalHash.ts';
import type {
  PromptArgumentDefinition,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from './catalog.ts';
import { asText } from './lenientSchemas.ts';

/** A tool before the hub has named it: its public name depends on the tools of all servers. */
export type UnnamedTool = Omit<ToolDefinition, 'publicName'>;

/** An item of a list, with what of it is cut; or why it is left out. */
export type Judged<T> = { readonly item: T; readonly cut?: string | undefined } | { readonly fault: string };

export function judgeTool(server: string, value: unknown): Judged<UnnamedTool> {
  const raw = asObject(value);
  if (!raw) return { fault: 'an item of its tool list is no object' };
  const name = asText(raw['name']);
  if (!name) return { fault: 'a tool has no name' };
  const unnameable = nameFault(name);
  if (unnameable !== undefined) return { fault: unnameable };
  const inputSchema = asObject(raw['inputSchema']);
  if (!inputSchema) return { fault: `the input schema of "${name}" is no object` };
  if (!takesObject(inputSchema)) return { fault: `the input schema of "${name}" is not of type "object"` };
  const outputSchema = asObject(raw['outputSchema']);
  if (raw['outputSchema'] !== undefined && !outputSchema)
    return { fault: `the output schema of "${name}" is no object` };
  const annotations = z.safeParse(toolAnnotationsSchema, raw['annotations']);
  const described = {
    name,
    description: asText(raw['description']),
    inputSchema,
    outputSchema,
    annotations: annotations.success ? annotations.data : undefined,
  };
  return { item: { server, ...described, title: asText(raw['title']), hash: canonicalHash(described), raw } };
}

/** Longest name that the specification allows ("server/tools", Tool Names). */
const maxNameChars = 128;

/**
 * Why a tool cannot be called by its name, if so. Names with other characters than the specification allows are common,
 * and harmless: they are sent back as they came.
 */
function nameFault(name: string): string | undefined {
  const shown = wellFormedJson(name.slice(0, 40));
  if (name.length > maxNameChars) return `the name of a tool, ${shown}…, is longer than ${maxNameChars} characters`;
  if (/\p{Cc}/u.test(name)) return `the name of a tool, ${shown}, has control characters`;
  // A lone surrogate: no UTF-8 can carry it.
  return /\p{Cs}/u.test(name) ? `the name of a tool, ${shown}, is not valid text` : undefined;
}

/** Arguments are an object. A schema that says it in another way, or leaves it open, is repaired for each model. */
function takesObject({ type }: JsonObject): boolean {
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
}

export function judgeResource(server: string, value: unknown): Judged<ResourceDefinition> {
  const raw = asObject(value);
  const uri = asText(raw?.['uri']);
  if (!raw || !uri) return { fault: 'a resource has no URI' };
  return { item: { server, uri, ...described(raw, uri) } };
}

export function judgeTemplate(server: string, value: unknown): Judged<ResourceTemplateDefinition> {
  const raw = asObject(value);
  const uriTemplate = asText(raw?.['uriTemplate']);
  if (!raw || !uriTemplate) return { fault: 'a resource template has no URI template' };
  return { item: { server, uriTemplate, ...described(raw, uriTemplate) } };
}

export function judgePrompt(server: string, value: unknown): Judged<PromptDefinition> {
  const raw = asObject(value);
  const name = asText(raw?.['name']);
  if (!raw || !name) return { fault: 'a prompt has no name' };
  const written = Array.isArray(raw['arguments']) ? raw['arguments'] : [];
  const promptArguments = written.flatMap((argument) => toArgument(asObject(argument)));
  if (promptArguments.length < written.length) return { fault: `an argument of the prompt "${name}" has no name` };
  const { title, description } = described(raw, name);
  return { item: { server, name, title, description, arguments: promptArguments, raw } };
}

function toArgument(raw: JsonObject | undefined): PromptArgumentDefinition[] {
  const name = asText(raw?.['name']);
  if (!raw || !name) return [];
  const { title, description } = described(raw, name);
  return [{ name, title, description, isRequired: raw['required'] === true }];
}

function described(raw: JsonObject, otherwise: string) {
  return {
    name: asText(raw['name']) || otherwise,
    title: asText(raw['title']),
    description: asText(raw['description']),
    mimeType: asText(raw['mimeType']),
    raw,
  };
}
