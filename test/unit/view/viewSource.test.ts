import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strings } from '../../../webview-ui/strings.ts';

const root = fileURLToPath(new URL('../../../webview-ui/', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' });

function sources(extension: RegExp): readonly { readonly file: string; readonly content: string }[] {
  return files
    .filter((file) => extension.test(file))
    .map((file) => ({ file, content: readFileSync(join(root, file), 'utf8') }));
}

describe('The source of the view', () => {
  it('names no colour of its own', () => {
    const colour =
      /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab|color-mix)\(|:\s*(?:white|black|red|green|blue|gr[ae]y)\b/i;
    const found = sources(/\.css$/).flatMap(({ file, content }) =>
      content
        .split('\n')
        .flatMap((line) => (colour.test(line.replace(/#root\b/, '')) ? [`${file}: ${line.trim()}`] : [])),
    );
    assert.deepEqual(found, []);
  });

  it('imports the toolkit in components/ alone', () => {
    const found = sources(/\.tsx?$/)
      .filter(({ file, content }) => !/^components[\\/]/.test(file) && content.includes('webview-ui-toolkit'))
      .map(({ file }) => file);
    assert.deepEqual(found, []);
  });

  it('has every sentence in the catalogue, and uses each', () => {
    const components = sources(/\.tsx?$/).filter(({ file }) => file !== 'strings.ts');
    const literal = /(?:>\s*|(?:label|title|placeholder|alt|aria-label)=")[A-Z][a-z]+[^<>{}=;]*[<"]/;
    const spelledOut = components.filter(({ file, content }) => file.endsWith('.tsx') && literal.test(content));
    assert.deepEqual(
      spelledOut.map(({ file }) => file),
      [],
    );
    const used = components.map(({ content }) => content).join('\n');
    const unused = Object.keys(strings).filter((key) => {
      const stem = key.replace(/(?:One|Other)$/, '');
      return !used.includes(`'${key}'`) && !used.includes(`'${stem}'`);
    });
    assert.deepEqual(unused, []);
  });
});
