import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import type { Skill } from '@modelcontextprotocol/client/ext/skills';
import { messageOf } from '../../../shared/base/messageOf.ts';
import type { SkillDefinition } from '../catalog/catalog.ts';
import type { ResourceReadResult } from '../connection/content.ts';
import { McpError } from '../mcpError.ts';
import { parseFrontmatter, splitFrontmatter } from './frontmatter.ts';

/**
 * Reads a skill of the extension and verifies its text against the entry: size, digest and frontmatter (SEP-2640, "Host
 * requirements"). Gives what follows the frontmatter, whose fields (allowed tools, model, triggers) have no effect here.
 * Rejects with an `SdkError` for what does not agree.
 */
export async function verifiedSkillText(
  client: Client,
  { server, raw }: SkillDefinition,
  options: RequestOptions,
): Promise<string> {
  const skills = new SkillsClient(client, { parseFrontmatter });
  try {
    const { body = '' } = await skills.read(raw as unknown as Skill, undefined, options);
    return body;
  } catch (error) {
    // What the entry itself has wrong, found before anything is sent.
    if (error instanceof TypeError) throw unusable(server, error.message);
    throw error;
  }
}

/** The text of a skill that is a plain resource. Throws an `McpError` when it has none, or malformed frontmatter. */
export function plainSkillText({ server }: SkillDefinition, { contents }: ResourceReadResult): string {
  const markdown = contents.find(({ text }) => text !== undefined)?.text;
  if (markdown === undefined) throw unusable(server, 'it has no text');
  try {
    const { yaml, body } = splitFrontmatter(markdown);
    if (yaml !== undefined) parseFrontmatter(yaml);
    return body;
  } catch (error) {
    throw unusable(server, `its frontmatter cannot be read: ${messageOf(error)}`);
  }
}

function unusable(server: string, why: string): McpError {
  return new McpError('protocol', server, `"${server}" gave a skill that cannot be used: ${why}.`);
}
