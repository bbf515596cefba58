import assert from 'node:assert/strict';
import { expandTemplate, templateVariables } from '../../../../src/core/mcp/catalog/resourceTemplate.ts';

/** From RFC 6570 §3.2: an expression of each kind with the values that the RFC has for it. */
const values = { var: 'value', hello: 'Hello World!', path: '/foo/bar', x: '1024', y: '768', empty: '' };
const expansions: readonly [template: string, uri: string][] = [
  ['{var}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{+hello}', 'Hello%20World!'],
  ['{+path}/here', '/foo/bar/here'],
  ['{#path,x}', '#/foo/bar,1024'],
  ['{x,hello,y}', '1024,Hello%20World%21,768'],
  ['X{.var}', 'X.value'],
  ['{/var,x}/here', '/value/1024/here'],
  ['{;x,y}', ';x=1024;y=768'],
  ['{?x,y}', '?x=1024&y=768'],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  ['{var:3}', 'val'],
];

describe('a template of resources', () => {
  for (const [template, uri] of expansions) {
    it(`makes ${uri} of ${template}`, () => {
      assert.equal(expandTemplate(template, values), uri);
    });
  }

  it('fills every variable, whatever its name', () => {
    const uri = expandTemplate('echo://{message}/{query}{?lang}', { message: 'a/b', query: 'é', lang: 'en' });
    assert.equal(uri, 'echo://a%2Fb/%C3%A9?lang=en');
  });

  it('leaves nothing behind of what is not filled in', () => {
    assert.equal(expandTemplate('docs://{name}{?lang,empty,year}', { ...values, name: 'a' }), 'docs://a');
    assert.equal(
      expandTemplate('docs://{name}{?lang,year}', { name: 'a', lang: '', year: '2026' }),
      'docs://a?year=2026',
    );
  });

  it('has the variables of all its expressions, in order, each once', () => {
    const template = 'docs://{name}/{+path*}{?lang,name,year:4}{&more}';
    assert.deepEqual(templateVariables(template), ['name', 'path', 'lang', 'year', 'more']);
  });

  it('has no variables when it does not parse', () => {
    assert.deepEqual(templateVariables('docs://{name'), []);
  });
});
