import assert from 'node:assert/strict';
import { judgeSkill } from '../../../../src/core/mcp/skills/skillEntry.ts';
import { skillResources } from '../../../../src/core/mcp/skills/skillResource.ts';
import { aResource } from '../../../support/servers.ts';

describe('an entry of skills/list', () => {
  const uri = 'skill://packing/SKILL.md';

  it('is a name and a description until it is used', () => {
    const raw = {
      uri,
      frontmatter: { name: 'packing', description: 'Packs\n a  bag', 'allowed-tools': ['Bash'] },
      resources: [],
    };
    assert.deepEqual(judgeSkill('tour', raw), {
      item: { server: 'tour', name: 'packing', description: 'Packs a bag', uri, source: 'extension', raw },
      cut: undefined,
    });
  });

  it('has a description of at most 256 characters, and says that it was cut', () => {
    const judged = judgeSkill('tour', { uri, frontmatter: { name: 'packing', description: 'x'.repeat(257) } });
    assert('item' in judged);
    assert.equal(judged.item.description, 'x'.repeat(256));
    assert.equal(judged.cut, 'The description of the skill "packing"');
  });

  const faults: readonly [string, unknown, RegExp][] = [
    ['no object', 'skill', /has no URI/],
    ['no URI', { frontmatter: { name: 'x' } }, /has no URI/],
    ['no frontmatter', { uri }, /the skill "skill:.*" has no name/],
    ['a blank name', { uri, frontmatter: { name: ' ' } }, /has no name/],
    ['too long a name', { uri, frontmatter: { name: 'x'.repeat(129) } }, /is longer than 128 characters/],
    ['a name that is no text', { uri, frontmatter: { name: ['x'] } }, /has no name/],
  ];
  for (const [what, value, fault] of faults) {
    it(`is left out when it has ${what}`, () => {
      const judged = judgeSkill('tour', value);
      assert('fault' in judged);
      assert.match(judged.fault, fault);
    });
  }
});

describe('the resources that are skills', () => {
  it('are those of the scheme, by the names they are listed under', () => {
    const resources = [
      aResource(),
      aResource({ uri: 'skill://review', name: 'Review' }),
      aResource({ uri: 'SKILL://pdf/SKILL.md', name: 'pdf/SKILL.md', mimeType: 'text/markdown; charset=utf-8' }),
      aResource({ uri: 'skill://bare/SKILL.md', name: 'skill://bare/SKILL.md', mimeType: undefined }),
      aResource({ uri: 'skill://titled', name: 't', description: undefined, title: 'A title', mimeType: 'text/plain' }),
      aResource({ uri: 'docs://skill://no', name: 'no' }),
    ];
    assert.deepEqual(
      skillResources(resources).map(({ name, uri, description, source }) => [name, uri, description, source]),
      [
        ['Review', 'skill://review', 'Travel rules', 'resource'],
        ['pdf', 'SKILL://pdf/SKILL.md', 'Travel rules', 'resource'],
        ['bare', 'skill://bare/SKILL.md', 'Travel rules', 'resource'],
        ['t', 'skill://titled', 'A title', 'resource'],
      ],
    );
  });

  it('are not those of another type, such as a list of files or a picture', () => {
    const others = ['application/json', 'image/png', 'text/markdownish', 'text/html'];
    assert.deepEqual(
      skillResources(others.map((mimeType) => aResource({ uri: 'skill://pdf/_manifest', mimeType }))),
      [],
    );
  });
});
