import type { JsonObject } from '../../../shared/base/json.ts';
import type { Warning } from '../../../shared/thread/threadEvent.ts';
import { headOf } from '../../base/headOf.ts';
import type { ToolDefinition } from '../../mcp/catalog/catalog.ts';
import { enabledTools } from '../../mcp/catalog/enabledTools.ts';
import type { ServerSnapshot } from '../../mcp/hubPort.ts';
import type { ModelTool } from '../../models/languageModel.ts';
import type { SchemaDialect } from '../../models/schema/schemaDialect.ts';
import { toolSchema } from '../../models/schema/toolSchema.ts';
import type { ToolSchema } from '../../models/schema/toolSchema.ts';

/** Contract §4. */
const descriptionChars = 4_000;
/** What a warning lists; a broken schema may be broken in a thousand places. */
const maxRepairs = 5;

/** The same for the same schema, which is asked for in every round. */
const schemas = new WeakMap<JsonObject, Map<SchemaDialect, ToolSchema>>();

/** The tools of a server as a model of that dialect is offered them: without those whose schema it cannot be given. */
export function offeredTools(server: ServerSnapshot, dialect: SchemaDialect): ModelTool[] {
  return enabledTools(server).flatMap((tool) => {
    const made = schemaOf(tool, dialect);
    return 'fault' in made ? [] : [toModelTool(tool, made.schema)];
  });
}

/** What a model of that dialect is told differently of a server's tools, or not told at all: a warning for each tool. */
export function offerWarnings(server: ServerSnapshot, dialect: SchemaDialect): Warning[] {
  return enabledTools(server).flatMap((tool) => {
    const made = schemaOf(tool, dialect);
    const about = (code: string, message: string): Warning => ({ code, server: tool.server, message });
    if ('fault' in made) {
      return about('tool_skipped', `The tool "${tool.name}" is not offered to the model: ${made.fault}.`);
    }
    if (made.repairs.length === 0) return [];
    const more = made.repairs.length - maxRepairs;
    const listed = made.repairs.slice(0, maxRepairs).join('; ') + (more > 0 ? `; and ${more} more` : '');
    return about('schema_repaired', `The model gets the tool "${tool.name}" with a repaired input schema: ${listed}.`);
  });
}

function schemaOf({ inputSchema }: ToolDefinition, dialect: SchemaDialect): ToolSchema {
  const known = schemas.get(inputSchema) ?? new Map<SchemaDialect, ToolSchema>();
  schemas.set(inputSchema, known);
  const made = known.get(dialect) ?? toolSchema(inputSchema, dialect);
  known.set(dialect, made);
  return made;
}

function toModelTool({ publicName, name, server, description }: ToolDefinition, inputSchema: JsonObject): ModelTool {
  const text = description?.trim() || `The tool '${name}' of the MCP server '${server}'.`;
  return { name: publicName, description: headOf(text, descriptionChars), inputSchema };
}
