import type { Behaviour } from './behaviour.ts';
import { namedServer } from './namedServer.ts';

const things = String.raw`(?:resources?|resource templates?|templates?|documents?|docs)`;
const asksForList = [
  new RegExp(String.raw`\b(?:list|show|name|find|search)\b.{0,40}\b${things}\b`, 'i'),
  new RegExp(String.raw`\b(?:what|which|any)\b.{0,30}\b${things}\b`, 'i'),
  /\blist_mcp_resources\b/i,
];

/** Lists resources when asked for them. */
export const listResources: Behaviour = ({ question, tools }) => {
  if (!asksForList.some((pattern) => pattern.test(question))) return undefined;
  if (tools.listResources === undefined) return { kind: 'say', text: noResources };
  const server = namedServer(question, tools.servers);
  return { kind: 'call', name: tools.listResources, input: server === undefined ? {} : { server } };
};

export const noResources =
  'No connected server offers resources at the moment, so there is nothing to list or read. Open **Servers** and turn ' +
  'a server on, or add one to `.mcp.json`.';
