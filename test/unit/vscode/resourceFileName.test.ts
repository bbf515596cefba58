import assert from 'node:assert/strict';
import { resourceFileName } from '../../../src/vscode/resourceFileName.ts';

describe('The file name of a resource', () => {
  const cases = [
    ['docs://handbook', 'text/markdown', true, 'handbook.md'],
    ['docs://handbook', 'text/markdown; charset=utf-8', true, 'handbook.md'],
    ['file:///src/main.py', undefined, true, 'main.py'],
    ['file:///src/main.py', 'text/plain', true, 'main.py'],
    ['file:///notes/a.markdown', 'text/markdown', true, 'a.markdown'],
    ['docs://report.v2', 'application/json', true, 'report.v2.json'],
    ['docs://schema', 'application/schema+json', true, 'schema.json'],
    ['docs://drawing', 'application/atom+xml', true, 'drawing.xml'],
    ['docs://logo', 'image/png', false, 'logo.png'],
    ['docs://thing', 'application/x-unheard-of', false, 'thing.bin'],
    ['docs://thing', undefined, true, 'thing.txt'],
    ['https://a.example/x/y/?q=1#part', undefined, true, 'y.txt'],
    ['docs://a%20b', 'text/csv', true, 'a b.csv'],
    ['docs://100%', undefined, true, '100%.txt'],
    ['docs://', undefined, true, 'docs_.txt'],
    ['docs://..%2f..%2fetc%2fpasswd', undefined, true, '_.._etc_passwd.txt'],
    ['docs://constructor', 'constructor', true, 'constructor.txt'],
  ] as const;
  for (const [uri, mimeType, isText, expected] of cases) {
    it(`of ${uri} as ${mimeType ?? 'nothing in particular'} is ${expected}`, () => {
      assert.equal(resourceFileName({ uri, mimeType, isText }), expected);
    });
  }

  it('is never longer than a file system takes', () => {
    assert.ok(resourceFileName({ uri: `docs://${'a'.repeat(5000)}`, isText: true }).length < 100);
  });

  it('writes out characters that nobody would see', () => {
    assert.equal(resourceFileName({ uri: 'docs://a\u202eb', isText: true }), 'a_u202eb.txt');
  });
});
