import assert from 'node:assert/strict';
import { CatalogTable } from '../../../../src/core/mcp/catalog/catalogTable.ts';
import { emptyLists } from '../../../../src/core/mcp/catalog/catalogReader.ts';
import { nameCommands } from '../../../../src/core/mcp/catalog/commandNames.ts';
import type { PromptDefinition, SkillDefinition } from '../../../../src/core/mcp/catalog/catalog.ts';
import { aPrompt, aSkill } from '../../../support/servers.ts';

function named(prompts: readonly PromptDefinition[], skills: readonly SkillDefinition[]) {
  return nameCommands([{ prompts, skills }]);
}

describe('the names of prompts and skills', () => {
  it('are made by the rules of tools', () => {
    const { prompts, skills, conflicts } = named(
      [aPrompt('my.server', 'say-hello!')],
      [aSkill({ server: 'my.server', name: 'My Skill' })],
    );
    assert.deepEqual(
      [prompts[0]?.publicName, skills[0]?.publicName, skills[0]?.alias],
      ['mcp__my_server__say_hello', 'mcp__my_server__My_Skill', 'my.server:My Skill'],
    );
    assert.deepEqual(conflicts, []);
  });

  it('are one space: a prompt keeps its name, and the skill gets a digest and is reported', () => {
    const { prompts, skills, conflicts } = named([aPrompt('tour', 'packing')], [aSkill()]);
    assert.equal(prompts[0]?.publicName, 'mcp__tour__packing');
    assert.match(skills[0]?.publicName ?? '', /^mcp__tour__packing_[0-9a-f]{8}$/);
    assert.deepEqual(
      conflicts.map(({ code, server }) => [code, server]),
      [['command_conflict', 'tour']],
    );
    assert.match(conflicts[0]?.message ?? '', /Use \$tour:packing or \$mcp__tour__packing_[0-9a-f]{8} for the skill/);
  });

  it('tell skills of one name apart: the first keeps the short one, the other is reported', () => {
    const { skills, conflicts } = named([], [aSkill(), aSkill({ uri: 'skill://twin' })]);
    assert.deepEqual(
      skills.map(({ alias }) => alias),
      ['tour:packing', undefined],
    );
    const [one, other] = skills.map(({ publicName }) => publicName);
    assert.notEqual(one, other);
    for (const name of [one, other]) assert.match(name ?? '', /^mcp__tour__packing_[0-9a-f]{8}$/);
    assert.deepEqual(
      conflicts.map(({ code }) => code),
      ['alias_conflict'],
    );
    assert.match(conflicts[0]?.message ?? '', new RegExp(`Use \\$${other} for the one at skill://twin`));
  });

  it('do not depend on the order of skills that differ', () => {
    const [a, b] = [aSkill({ name: 'x-y', uri: 'skill://1' }), aSkill({ name: 'x.y', uri: 'skill://2' })];
    const names = named([], [a, b]).skills.map(({ publicName }) => publicName);
    assert.deepEqual(
      named([], [b, a]).skills.map(({ publicName }) => publicName),
      names.toReversed(),
    );
  });

  it('that are taken are warnings of the server that they are of', () => {
    const table = new CatalogTable();
    const skills = { items: [aSkill()], warnings: [] };
    const prompts = { items: [aPrompt('tour', 'packing')], warnings: [] };
    table.rebuild(
      new Map([
        ['other', emptyLists],
        ['tour', { ...emptyLists, prompts, skills }],
      ]),
    );
    assert.deepEqual(
      table.catalogOf('tour').warnings.map(({ code }) => code),
      ['command_conflict'],
    );
    assert.deepEqual(table.catalogOf('other').warnings, []);
  });
});
