import assert from 'node:assert/strict';
import { parseFrontmatter, splitFrontmatter } from '../../../../src/core/mcp/skills/frontmatter.ts';
import { plainSkillText } from '../../../../src/core/mcp/skills/skillText.ts';
import { McpError } from '../../../../src/core/mcp/mcpError.ts';
import { aSkill } from '../../../support/servers.ts';

describe('the frontmatter of a skill', () => {
  const split: readonly [string, string, { yaml?: string; body: string }][] = [
    ['is what stands between the lines', '---\nname: x\n---\n# Body\n', { yaml: 'name: x\n', body: '# Body\n' }],
    [
      'may end in Windows lines and begin with a mark',
      '\ufeff---\r\nname: x\r\n---\r\nBody',
      { yaml: 'name: x\n', body: 'Body' },
    ],
    ['may be missing', '# Body\n---\nmore', { body: '# Body\n---\nmore' }],
    ['may be empty', '---\n---\nBody', { yaml: '', body: 'Body' }],
    ['does not begin with a longer line', '----\nBody', { body: '----\nBody' }],
  ];
  for (const [what, text, parts] of split) {
    it(what, () => assert.deepEqual(splitFrontmatter(text), parts));
  }

  it('must end', () => assert.throws(() => splitFrontmatter('---\nname: x\n'), /it has no closing "---" line/));

  it('is plain data, by the core schema of YAML', () => {
    assert.deepEqual(
      parseFrontmatter("name: x\ndate: 2024-01-01\nlist: [1, true, null, 'a: b']\nnested:\n  key: v\n"),
      {
        name: 'x',
        date: '2024-01-01',
        list: [1, true, null, 'a: b'],
        nested: { key: 'v' },
      },
    );
  });

  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefghi'
      .split('')
      .map((key, index) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`),
  ].join('\n');
  const refused: readonly [string, string][] = [
    ['aliases that multiply', bomb],
    ['an alias', 'a: &a x\nb: *a'],
    ['a list', '- a\n- b'],
    ['a text', 'just text'],
    ['nothing', ''],
    ['the same key twice', 'a: 1\na: 2'],
    ['keys of keys', `${'? '.repeat(500)}x`],
    ['a key that is a list', '[a, b]: x'],
    ['nested deeply', `a: ${'['.repeat(40)}${']'.repeat(40)}`],
    ['infinite', 'a: .inf'],
    ['brackets without end', `a: ${'['.repeat(5_000)}`],
    ['too much', `a: ${'x'.repeat(20_000)}`],
    ['bad syntax', 'a: [unclosed'],
  ];
  for (const [what, yaml] of refused) {
    it(`is refused when it is ${what}`, function () {
      this.timeout(2_000);
      assert.throws(() => parseFrontmatter(yaml), Error);
    });
  }

  it('makes no object of a tag, and changes no prototype', () => {
    const parsed = parseFrontmatter('__proto__: {polluted: true}\nname: !!js/function "x"\n');
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    assert.equal(Object.getPrototypeOf(parsed), Object.prototype);
    assert.equal(typeof parsed['name'], 'string');
  });
});

describe('the text of a skill that is a resource', () => {
  const skill = aSkill({ source: 'resource' });
  const read = (...texts: (string | undefined)[]) => ({
    contents: texts.map((text) => ({ uri: skill.uri, ...(text !== undefined && { text }) })),
    raw: null,
  });

  it('is what follows its frontmatter, unchanged', () => {
    const body = '# Pack\n\n!`rm -rf /`\n\n$ARGUMENTS\n';
    assert.equal(plainSkillText(skill, read(`---\nname: x\nallowed-tools: Bash(*)\n---\n${body}`)), body);
    assert.equal(plainSkillText(skill, read(undefined, body)), body);
  });

  const unusable: readonly [string, ReturnType<typeof read>, RegExp][] = [
    ['it has no text', read(undefined), /^"tour" gave a skill that cannot be used: it has no text\.$/],
    ['its frontmatter does not end', read('---\nname: x'), /cannot be read: it has no closing "---" line\.$/],
    ['its frontmatter is malformed', read('---\na: [\n---\nx'), /its frontmatter cannot be read: /],
  ];
  for (const [why, result, message] of unusable) {
    it(`is none when ${why}`, () => {
      assert.throws(
        () => plainSkillText(skill, result),
        (error) => error instanceof McpError && error.code === 'protocol' && message.test(error.message),
      );
    });
  }
});
