import assert from 'node:assert/strict';
import { splitMarkdown } from '../../../webview-ui/features/conversation/markdown/splitMarkdown.ts';

const markdown = (source: string) => ({ kind: 'markdown', source }) as const;
const code = (language: string, text: string) => ({ kind: 'code', language, code: text }) as const;

describe('splitMarkdown', () => {
  it('cuts at blank lines between blocks', () => {
    assert.deepEqual(splitMarkdown('# One\n\ntwo\nthree\n\n\n> four\n'), [
      markdown('# One'),
      markdown('two\nthree'),
      markdown('> four'),
    ]);
  });

  it('gives nothing for nothing', () => {
    assert.deepEqual(splitMarkdown(''), []);
    assert.deepEqual(splitMarkdown('\n \n'), []);
  });

  it('keeps a list whole, with blank lines between its items and paragraphs inside them', () => {
    const list = '1. one\n\n2. two\n\n   more of two\n\n3. three';
    assert.deepEqual(splitMarkdown(`${list}\n\nafter`), [markdown(list), markdown('after')]);
  });

  it('takes fenced code at the margin out, with its language and whatever is in it', () => {
    assert.deepEqual(splitMarkdown('text\n```ts title="a"\n# no heading\n\n~~~\n```\nmore'), [
      markdown('text'),
      code('ts', '# no heading\n\n~~~'),
      markdown('more'),
    ]);
  });

  it('closes a fence only with one as long', () => {
    assert.deepEqual(splitMarkdown('````\n```\n````'), [code('', '```')]);
  });

  it('shows code that is still being written as code', () => {
    assert.deepEqual(splitMarkdown('```py\nprint(1)\n\npri'), [code('py', 'print(1)\n\npri')]);
  });

  it('leaves code inside a list or a quotation to the parser, blank lines and all', () => {
    const list = '- item\n  ```\n  a\n\n  b\n  ```';
    const quotation = '> ```\n> a\n>\n> b\n> ```';
    assert.deepEqual(splitMarkdown(`${list}\n\n${quotation}`), [markdown(list), markdown(quotation)]);
  });

  it('gives every piece that may use them the definitions of references', () => {
    assert.deepEqual(splitMarkdown('See [here][a].\n\nplain\n\n[a]: https://a.example'), [
      markdown('See [here][a].\n\n[a]: https://a.example'),
      markdown('plain'),
      markdown('[a]: https://a.example\n\n[a]: https://a.example'),
    ]);
  });

  it('shows footnotes as the text that they are', () => {
    assert.deepEqual(splitMarkdown('Word[^1].\n\n[^1]: The note.'), [
      markdown('Word[^1].'),
      markdown('\\[^1]: The note.'),
    ]);
  });

  it('leaves all pieces but the last as they were while a text grows', () => {
    const text = 'One\n\n- a\n\n- b\n\n```js\nx\n\ny\n```\n\n| a |\n|---|\n| 1 |\n\nEnd **bold** here';
    for (let length = 1; length < text.length; length += 1) {
      const before = splitMarkdown(text.slice(0, length)).slice(0, -1);
      const after = splitMarkdown(text.slice(0, length + 1));
      assert.deepEqual(after.slice(0, before.length), before, `at ${length}`);
    }
  });
});
