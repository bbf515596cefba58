import { visibleCharacters, visibleProse } from '../../../shared/base/visibleCharacters.ts';
import { headOf } from '../../base/headOf.ts';

/** Whatever could begin markup, an entity or a link; terminals show the rest as it is. */
const markup = /[\\`*_[\]<~$&@]|:(?=\/\/)|(?<=www)\.|^[#>+=|-]|(?<=^\d+)[.)]/giu;

/** Text of a server for an answer in Markdown: on one line, cut at `chars`, and nothing of it is markup or hidden. */
export function plainText(text: string, chars: number): string {
  const line = oneLine(text);
  const head = headOf(line, chars);
  const escaped = visibleProse(head).replace(markup, '\\$&');
  return head.length < line.length ? `${escaped}…` : escaped;
}

/** Longer names and addresses are shown by their beginning. */
const nameChars = 300;

/** A name as it is written, in a code span that nothing in it can end. */
export function codeText(text: string): string {
  const whole = oneLine(text);
  const head = headOf(whole, nameChars);
  const line = visibleCharacters(head.length < whole.length ? `${head}…` : head);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
