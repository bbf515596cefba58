import assert from 'node:assert/strict';
import { planInput } from '../../../src/core/agent/input/inputPlanner.ts';
import { wordsAfterSkills } from '../../../src/core/agent/input/skillWords.ts';
import { nameCommands } from '../../../src/core/mcp/catalog/commandNames.ts';
import type { ServerSnapshot } from '../../../src/core/mcp/hubPort.ts';
import { aPrompt, aServer, aSkill } from '../../support/servers.ts';

const packing = aSkill();
const servers: readonly ServerSnapshot[] = [
  aServer({ prompts: [aPrompt('tour', 'hello')], skills: [packing, aSkill({ name: 'hello', uri: 'skill://hello' })] }),
  aServer({ skills: [aSkill({ server: 'my.server', name: 'My Skill' })] }, { name: 'my.server' }),
  aServer({}, { name: 'plain' }),
  aServer({}, { name: 'away' }, { status: 'disconnected' }),
];

function skillsOf(text: string, known = servers): string[] {
  const plan = planInput(known, text, []);
  assert(plan.kind === 'message', JSON.stringify(plan));
  assert.equal(plan.text, text);
  return plan.skills.map(({ uri }) => uri);
}

describe('text that names a skill', () => {
  const [one, other] = [packing.uri, 'skill://hello'];
  const used: readonly [string, string[], string][] = [
    ['$tour:packing', [one], ''],
    [' $tour:packing Pack for Rome', [one], 'Pack for Rome'],
    ['$mcp__tour__packing\nPack for Rome', [one], 'Pack for Rome'],
    ['$Tour:PACKING x', [one], 'x'],
    ['$my.server:My Skill x', [one], 'x'],
    ['$mcp__my_server__My_Skill x', [one], 'x'],
    ['$tour:packing $tour:hello x', [one, other], 'x'],
    ['$tour:packing $HOME', [one], '$HOME'],
    ['$tour:packing /usr/bin', [one], '/usr/bin'],
    ['/tour:packing x', [one], 'x'],
    ['/mcp__tour__packing x', [one], 'x'],
  ];
  for (const [text, uris, words] of used) {
    it(`uses it, and the rest are the person's words: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(skillsOf(text), uris);
      const plan = planInput(servers, text, []);
      assert(plan.kind === 'message');
      const inserted = plan.skills.map(({ server, name }) => ({ server, skill: name }));
      assert.equal(wordsAfterSkills(text, inserted), words);
    });
  }

  it('uses one that is named twice once', () => {
    assert.deepEqual(skillsOf('$tour:packing $tour:packing x'), [packing.uri]);
  });

  const ordinary = [
    '$HOME is a folder',
    '$HOME:$PATH',
    '$5 for a $tour:packing',
    'Use $tour:packing',
    '$tour',
    '$tour: x',
    '$$',
    '$nosuch:packing x',
    '$(tour:packing)',
    '`$tour:packing`',
  ];
  for (const text of ordinary) {
    it(`is ordinary when it is ${text}`, () => {
      assert.deepEqual(skillsOf(text), []);
      assert.equal(wordsAfterSkills(text, []), text);
    });
  }

  const refused: readonly [string, string, RegExp][] = [
    [
      '$tour:nosuch x',
      'unknown_command',
      /^"tour" has no skill "\$tour:nosuch"\. Its skills: \$tour:packing, \$tour:hello\.$/,
    ],
    ['$mcp__tour__nosuch', 'unknown_command', /^"tour" has no skill "\$mcp__tour__nosuch"\. Its skills: /],
    ['$tour:packing $tour:nosuch', 'unknown_command', /has no skill "\$tour:nosuch"/],
    ['$tour:packing, please', 'unknown_command', /has no skill "\$tour:packing,"/],
    ['$plain:x', 'unknown_command', /^"plain" has no skill "\$plain:x"\. It offers none\. Leave out the "\$"\.$/],
    ['$away:packing x', 'not_connected', /the server "away" is not connected\. Connect it/],
  ];
  for (const [text, code, message] of refused) {
    it(`is refused, saying what there is: ${text}`, () => {
      const plan = planInput(servers, text, []);
      assert(plan.kind === 'rejected');
      assert.equal(plan.code, code);
      assert.match(plan.message, message);
    });
  }

  it('calls the prompt with the slash and the skill with its own sign when both have the name', () => {
    assert.equal(planInput(servers, '/tour:hello', []).kind, 'prompt');
    assert.equal(planInput(servers, '/mcp__tour__hello', []).kind, 'prompt');
    assert.deepEqual(skillsOf('$tour:hello'), ['skill://hello']);
  });

  it('calls the first of two skills by the short name, and each by the one with its digest', () => {
    const twins = [aServer({ skills: [packing, aSkill({ uri: 'skill://twin' })] })];
    assert.deepEqual(skillsOf('$tour:packing', twins), [packing.uri]);
    const { skills } = nameCommands(twins.map(({ catalog }) => catalog));
    assert.deepEqual(
      skills.map(({ publicName }) => skillsOf(`$${publicName} x`, twins)),
      [[packing.uri], ['skill://twin']],
    );
  });

  it('has its mentions and attachments beside it', () => {
    const attachments = [{ server: 'tour', uri: 'docs://x' }];
    const plan = planInput(servers, '$tour:packing for @tour:docs://handbook', attachments);
    assert(plan.kind === 'message');
    assert.deepEqual(plan.mentions, [{ server: 'tour', uri: 'docs://handbook' }]);
    assert.deepEqual(plan.attachments, attachments);
  });
});
