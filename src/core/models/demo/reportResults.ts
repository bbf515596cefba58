import { isDeepStrictEqual } from 'node:util';
import { asObject, type JsonValue } from '../../../shared/base/json.ts';
import { textOf } from './contentText.ts';
import type { Behaviour, DemoAnswer } from './behaviour.ts';
import { parsedJson } from './jsonInText.ts';
import { jsonTable } from './jsonTable.ts';
import { resultMaterial } from './material.ts';
import { code, quoted } from './quote.ts';
import { passage } from './quoteMaterial.ts';
import { listedServer, listingText } from './resourceListing.ts';
import type { AnsweredCall, Scene } from './scene.ts';
import { typedUri, withoutMentions } from './typedUris.ts';

const denial = /\b(?:den(?:y|ied|ies)|rejected by the (?:user|person))\b/i;
/** The host's line before `structuredContent`. */
const structuredHeading = 'Structured content:';

/** After calls: says what each gave; or, when a list was asked for to find a resource's server, reads the resource. */
export const reportResults: Behaviour = (scene) => {
  if (scene.answered.length === 0) return undefined;
  const next = readListed(scene);
  if (next) return next;
  return { kind: 'say', text: scene.answered.map((answered) => report(answered, scene)).join('\n\n') };
};

/** The read that a list was needed for. */
function readListed({ answered, question, tools }: Scene): DemoAnswer | undefined {
  const uri = typedUri(question);
  const list = answered.find(({ call, result }) => call.name === tools.listResources && !result.isError);
  if (uri === undefined || !list || tools.readResource === undefined) return undefined;
  const server = listedServer(textOf(list.result.content), uri);
  if (server !== undefined) return { kind: 'call', name: tools.readResource, input: { server_name: server, uri } };
  const text = `No connected server lists ${code(uri)}. If you know who has it, write ${code(`Read ${uri} from <server>`)}.`;
  return { kind: 'say', text };
}

function report({ call, result }: AnsweredCall, scene: Scene): string {
  const text = textOf(result.content).trim();
  const what = described(call, scene);
  const [firstLine = ''] = text.split('\n');
  if (denial.test(firstLine) && (result.isError || !resultMaterial(text))) return denied(firstLine, text, what);
  if (result.isError) return `${what.noun} failed:\n\n${quoted(text)}`;
  if (text === '') return `${what.noun} came back empty.`;
  const listing = call.name === scene.tools.listResources ? listingText(text) : undefined;
  if (listing !== undefined) return `The connected servers offer:\n\n${listing}`;
  const material = resultMaterial(text);
  if (material) return passage(material, withoutMentions(scene.question).replace(material.uri, ' '));
  return `${what.noun} gave:\n\n${shown(text)}`;
}

interface Described {
  readonly noun: string;
  readonly isRead: boolean;
}

function described({ name, input }: AnsweredCall['call'], { tools }: Scene): Described {
  const given = asObject(input) ?? {};
  if (name === tools.listResources || /^(?:list_mcp_resources|ListMcpResourcesTool)$/.test(name)) {
    return { noun: 'The list of resources', isRead: true };
  }
  const uri = given['uri'];
  if (typeof uri === 'string') {
    const server = given['server_name'] ?? given['server'];
    const on = typeof server === 'string' ? ` on ${code(server)}` : '';
    return { noun: `Reading ${code(uri)}${on}`, isRead: true };
  }
  const tool = tools.serverTools.find((offered) => offered.name === name);
  return {
    noun: `The call of ${tool ? `${code(tool.plainName)} on ${code(tool.server)}` : code(name)}`,
    isRead: false,
  };
}

function denied(firstLine: string, text: string, { noun, isRead }: Described): string {
  const nothing = isRead ? 'Nothing was read' : 'Nothing was done';
  const note = /^The user's note: (.+)$/m.exec(text)?.[1];
  if (/\b(?:user|person|you) denied\b/i.test(firstLine)) {
    const said = note === undefined ? '' : ` Your note:\n\n${quoted(note)}`;
    return `${noun} was denied by you. ${nothing}.${said}`;
  }
  return `${noun} was denied. ${nothing}. The reason:\n\n${quoted(text)}`;
}

/** JSON blocks as tables, each once though a server repeats it as text; everything else quoted. */
function shown(text: string): string {
  const whole = parsedJson(text);
  if (typeof whole === 'object') return jsonTable(whole);
  const parts: string[] = [];
  const tables: JsonValue[] = [];
  let prose: string[] = [];
  const endProse = () => {
    if (prose.length > 0) parts.push(quoted(prose.join('\n\n')));
    prose = [];
  };
  for (const block of text.split(/\n\s*\n/)) {
    const json = parsedJson(block);
    if (typeof json === 'object' && json !== null) {
      endProse();
      if (!tables.some((table) => isDeepStrictEqual(table, json))) parts.push(jsonTable(json));
      tables.push(json);
    } else if (block.trim() !== structuredHeading) {
      prose.push(block);
    }
  }
  endProse();
  return parts.join('\n\n');
}
