import type { Behaviour } from './behaviour.ts';
import { namedTool } from './namedTool.ts';
import { code, plain } from './quote.ts';
import { toolArguments } from './toolArguments.ts';
import { toolExample } from './toolExample.ts';
import type { ToolProperty } from './toolProperties.ts';
import { typedUri, withoutMentions } from './typedUris.ts';

/** "Call the tool …": a name with an underscore that is surely meant as a tool's. */
const asksForCall = /\b(?:call|run|use|invoke)\s+(?:the\s+)?(?:tool\s+)?["'`]?([a-z][a-z0-9]*(?:_[a-z0-9]+)+)/i;

/**
 * Calls the tool that the question names, with the arguments that its words give; asks for those that are missing.
 * A question about attached material, or one with a URI, must name the tool exactly: its words may be meant otherwise.
 */
export const callTool: Behaviour = ({ question, materials, tools }) => {
  const text = withoutMentions(question);
  const named = namedTool(text, tools.serverTools);
  const mustBeExact = materials.length > 0 || typedUri(text) !== undefined;
  if (named && (named.isExact || !mustBeExact)) {
    const { tool } = named;
    const { input, missing } = toolArguments(text, tool);
    if (missing.length === 0) return { kind: 'call', name: tool.name, input };
    const needed = missing.map(needLine).join('\n');
    return {
      kind: 'say',
      text: `To call ${code(tool.plainName)} on ${code(tool.server)} I still need:\n\n${needed}\n\nWrite for example ${code(toolExample(tool))}.`,
    };
  }
  const unknown = asksForCall.exec(text)?.[1];
  if (unknown === undefined || unknown === tools.listResources || unknown === tools.readResource) return undefined;
  return {
    kind: 'say',
    text:
      `There is no tool ${code(unknown)} at the moment. Open **Servers** to see which servers are connected; a tool is ` +
      'there only while its server is.',
  };
};

function needLine({ name, type, description, choices }: ToolProperty): string {
  const kind = type === 'integer' ? 'whole number' : type === 'other' ? 'JSON' : type === 'string' ? 'text' : type;
  const about = description === '' ? '' : `: ${plain(description)}`;
  const some =
    choices.length === 0
      ? ''
      : `; one of ${choices.slice(0, 8).map(plain).join(', ')}${choices.length > 8 ? ', …' : ''}`;
  return `- **${plain(name)}** (${kind})${about}${some}`;
}
