import type { ResponsePart, ThreadState, Turn } from '../../shared/thread/threadState.ts';
import { isToolCallEnded } from '../../shared/thread/toolCall.ts';
import type { ToolCall } from '../../shared/thread/toolCall.ts';
import { wellFormedJson } from '../../shared/base/wellFormedJson.ts';
import { blocksMarkdown } from './exportBlocks.ts';
import { containedMarkdown, fenced, inCode } from './exportText.ts';
import { shownTurns, titleOfThread } from './exportTurns.ts';
import type { ExportOptions } from './threadsPort.ts';

/**
 * A conversation as a Markdown document: the branch that is shown, with material, calls and results. What servers sent
 * stands in fences that it cannot close; what is stored beside the conversation is named by its id.
 */
export function exportMarkdown(state: ThreadState, options: ExportOptions = {}): string {
  const { createdAt, workspace } = state;
  const begun = `Begun ${dateText(createdAt)}`;
  const head = [
    `# ${headingText(titleOfThread(state))}`,
    workspace ? `${begun} in ${inCode(workspace)}.` : `${begun}.`,
  ];
  const paragraphs = [...head, ...shownTurns(state).flatMap((turn) => turnMarkdown(turn, options))];
  return `${paragraphs.join('\n\n')}\n`;
}

function turnMarkdown(turn: Turn, options: ExportOptions): string[] {
  return [
    '## You',
    turn.isContinuation ? '*Lets the answer go on.*' : containedMarkdown(turn.text),
    ...turn.materials.flatMap(({ server, uri, blocks }) => [
      `Attached: ${inCode(uri)} of ${inCode(server)}.`,
      ...blocksMarkdown(blocks),
    ]),
    ...promptMarkdown(turn),
    ...turn.skills.flatMap(({ server, skill, text }) => [`Skill ${inCode(skill)} of ${inCode(server)}:`, fenced(text)]),
    ...turn.warnings.map(({ message }) => `Warning: ${inCode(message)}`),
    '## Assistant',
    ...turn.parts.flatMap((part) => partMarkdown(part, options)),
    ...endMarkdown(turn),
  ];
}

function promptMarkdown({ prompt }: Turn): string[] {
  if (!prompt) return [];
  const { server, prompt: name, messages } = prompt;
  return [
    `Prompt ${inCode(name)} of ${inCode(server)} with ${inCode(JSON.stringify(prompt.arguments))}:`,
    ...messages.flatMap(({ role, blocks }) => [`As the ${role}:`, ...blocksMarkdown(blocks)]),
  ];
}

function partMarkdown(part: ResponsePart, { omitsReasoning }: ExportOptions): string[] {
  switch (part.kind) {
    case 'markdown':
    case 'hostAnswer':
      return [containedMarkdown(part.text)];
    case 'reasoning':
      if (omitsReasoning || part.text === '') return [];
      return ['<details>\n<summary>Reasoning</summary>', fenced(part.text), '</details>'];
    case 'toolCall':
      return callMarkdown(part.call);
    case 'roundEnd':
      return [];
  }
}

function callMarkdown(call: ToolCall): string[] {
  if (call.status === 'streaming') return [`### Call of ${inCode(call.name)} – not complete`];
  const heading = `### Call of ${callName(call)} – ${statusText(call)}`;
  const input = fenced(wellFormedJson(call.input, 2), 'json');
  if (!isToolCallEnded(call)) return [heading, input];
  const results = call.blocks.length > 0 ? ['Result:', ...blocksMarkdown(call.blocks)] : [];
  if (call.status === 'completed' || !call.late) return [heading, input, ...results];
  return [heading, input, ...results, 'Answered later:', ...blocksMarkdown(call.late.blocks)];
}

type ResolvedCall = Exclude<ToolCall, { status: 'streaming' }>;

function callName({ name, target }: ResolvedCall): string {
  switch (target.kind) {
    case 'tool':
      return `${inCode(target.tool)} on ${inCode(target.server)}`;
    case 'resource':
      return `${inCode(name)} for ${inCode(target.uri)} on ${inCode(target.server)}`;
    case 'signIn':
      return `${inCode(name)} for ${inCode(target.server)}`;
    case 'builtin':
    case 'unknown':
      return inCode(name);
  }
}

function statusText(call: ResolvedCall): string {
  if (call.status === 'cancelled') return `cancelled (${call.reason})`;
  return call.status === 'pendingApproval' ? 'not answered' : call.status;
}

function endMarkdown({ status, error }: Turn): string[] {
  if (status === 'completed') return [];
  return [error ? `*Ended as ${status}:* ${inCode(error.message)}` : `*Ended as ${status}.*`];
}

function headingText(title: string): string {
  return containedMarkdown(title.replace(/\s+/gu, ' ')).replace(/[\\`*_[\]]/gu, '\\$&');
}

function dateText(at: number): string {
  return new Date(at).toISOString();
}
