import { setupHint } from '../modelSetup.ts';
import type { DemoAnswer } from './behaviour.ts';
import { code } from './quote.ts';
import type { Scene } from './scene.ts';
import { toolExample } from './toolExample.ts';

const mostExamples = 3;

/** Everything else: what the demo can do, with sentences that work right now, and how to set up a real model. */
export function introduce(scene: Scene): DemoAnswer {
  const examples = exampleSentences(scene);
  const now =
    examples.length === 0
      ? 'No server is connected at the moment, so there is nothing to try. Open **Servers** and turn one on, or add one to `.mcp.json`.'
      : `Try one of these:\n\n${examples.map((sentence) => `- ${code(sentence)}`).join('\n')}`;
  const text = [
    'I am the offline demo. I do not understand language; I look for a few patterns. I can list and read the resources ' +
      'of the connected servers, call their tools, quote what you attach, and say what their prompts ask.',
    now,
    setupHint,
  ].join('\n\n');
  return { kind: 'say', text };
}

/** Up to three sentences made of what is offered: a read, a call, a mention, a list, more calls. */
function exampleSentences({ tools, materials, earlier, system }: Scene): string[] {
  const sentences: string[] = [];
  const known = [...materials, ...earlier][0];
  const [server] = tools.servers;
  const uri = known?.uri ?? resourceUriIn(system);
  const owner = known?.server ?? (tools.servers.length === 1 ? server : undefined);
  if (tools.readResource !== undefined && uri !== undefined) {
    sentences.push(owner === undefined ? `Read ${uri}` : `Read ${uri} from ${owner}`);
  }
  const calls = tools.serverTools.filter(({ plainName }) => plainName !== 'authenticate').map(toolExample);
  sentences.push(...calls.slice(0, 1));
  if (uri !== undefined && owner !== undefined) sentences.push(`What does @${owner}:${uri} say?`);
  if (tools.listResources !== undefined) sentences.push('What resources are there?');
  return [...sentences, ...calls.slice(1)].slice(0, mostExamples);
}

/** A resource that the host or a server's instructions name. Web addresses are links more often than resources. */
function resourceUriIn(system: string): string | undefined {
  const found = system.match(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>()[\]]+/gi) ?? [];
  return found.map((uri) => uri.replace(/[.,;:!?]+$/, '')).find((uri) => !/[{}]|^https?:/i.test(uri));
}
