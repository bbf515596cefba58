import { isDeepStrictEqual } from 'node:util';
import type { ModelRequest } from '../languageModel.ts';
import type { Behaviour, DemoAnswer } from './behaviour.ts';
import { callTool } from './callTool.ts';
import { failedMention } from './failedMention.ts';
import { followPrompt } from './followPrompt.ts';
import { introduce } from './introduce.ts';
import { listResources } from './listResources.ts';
import { quoteEarlier, quoteMaterial } from './quoteMaterial.ts';
import { readResource } from './readResource.ts';
import { reportResults } from './reportResults.ts';
import { readScene, type Scene } from './scene.ts';

/** The first that has an answer gives it, so what is more certainly meant stands first. */
const behaviours: readonly Behaviour[] = [
  reportResults,
  followPrompt,
  callTool,
  quoteMaterial,
  failedMention,
  readResource,
  listResources,
  quoteEarlier,
];

/** The demo's answer to a request: the same for the same request, always. */
export function demoAnswer(request: ModelRequest): DemoAnswer {
  const scene = readScene(request);
  for (const behaviour of behaviours) {
    const answer = behaviour(scene);
    if (answer && !isRepeated(answer, scene)) return answer;
  }
  return introduce(scene);
}

/** The same call twice in a turn would be a loop. */
function isRepeated(answer: DemoAnswer, scene: Scene): boolean {
  if (answer.kind !== 'call') return false;
  return scene.calls.some(({ name, input }) => name === answer.name && isDeepStrictEqual(input, answer.input));
}
