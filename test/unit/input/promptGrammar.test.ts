import assert from 'node:assert/strict';
import { findPromptCommand, looksLikeCommand } from '../../../src/core/agent/input/promptGrammar.ts';
import { aPrompt } from '../../support/servers.ts';

const prompts = [
  aPrompt('tour', 'plan_trip'),
  aPrompt('tour', 'plan'),
  aPrompt('my.server', 'plan'),
  aPrompt('my.server', 'plan trip'),
  aPrompt('my.server', 'say-hello!'),
  aPrompt('tour', 'a/b'),
  aPrompt('tour', '旅行'),
  aPrompt('tour', 'Case'),
  aPrompt('tour', 'case'),
  aPrompt('twin', 'x.y'),
  aPrompt('twin', 'x-y'),
  aPrompt('tour', 'n'.repeat(80)),
];

describe('findPromptCommand', () => {
  const cases: readonly [string, string, string, string][] = [
    ['the short name', '/tour:plan_trip Paris 3', 'plan_trip', 'Paris 3'],
    ['the short name alone', '/tour:plan_trip', 'plan_trip', ''],
    ['the public name', '/mcp__tour__plan_trip Paris', 'plan_trip', 'Paris'],
    ['the public name of names with other characters', '/mcp__my_server__say_hello x', 'say-hello!', 'x'],
    ['the short name of names with other characters', '/my.server:say-hello! x', 'say-hello!', 'x'],
    ['a name that begins another', '/tour:plan x', 'plan', 'x'],
    ['a name with a space, before the name that begins it', '/my.server:plan trip Paris', 'plan trip', 'Paris'],
    ['a name with a slash', '/tour:a/b c', 'a/b', 'c'],
    ['a name of another script', '/tour:旅行 巴黎', '旅行', '巴黎'],
    ['a name with (MCP) after it', '/tour:plan_trip (MCP) Paris', 'plan_trip', 'Paris'],
    ['a name with (mcp) and nothing after it', '/mcp__tour__plan_trip (mcp)', 'plan_trip', ''],
    ['(MCP) only once', '/tour:plan_trip (MCP) (MCP)', 'plan_trip', '(MCP)'],
    ['(MCP) only as a word', '/tour:plan_trip (MCP)x', 'plan_trip', '(MCP)x'],
    ['a name in other letter case', '/Tour:PLAN_TRIP x', 'plan_trip', 'x'],
    ['the exact name before one in other letter case', '/tour:case', 'case', ''],
    ['arguments on the next line', '/tour:plan\nParis', 'plan', 'Paris'],
  ];
  for (const [name, text, prompt, argumentText] of cases) {
    it(`finds ${name}`, () => {
      const command = findPromptCommand(text, prompts);
      assert.equal(command?.prompt.name, prompt);
      assert.equal(command.argumentText, argumentText);
    });
  }

  for (const text of ['/tour:plan_trips', '/tour:', '/mcp__tour__', '/mcp__twin__x_y', '/tour:plan_trip(MCP)', '/x']) {
    it(`finds nothing for ${text}`, () => assert.equal(findPromptCommand(text, prompts), undefined));
  }

  it('finds prompts whose public names collide or are too long by the names with a digest', () => {
    const digested = ['/mcp__twin__x_y_f8d3e940', '/mcp__twin__x_y_ebc74cd2'];
    assert.deepEqual(
      digested.map((text) => findPromptCommand(text, prompts)?.prompt.name),
      ['x.y', 'x-y'],
    );
  });
});

describe('looksLikeCommand', () => {
  for (const text of ['/help', '/no-such args', '/a:b', '/旅行', '/1']) {
    it(`takes ${text} for one`, () => assert.equal(looksLikeCommand(text), true));
  }
  for (const text of ['/usr/bin is a path', '//comment', '/* comment */', '/', '/ x', 'a /b', '/a/ b']) {
    it(`does not take ${text} for one`, () => assert.equal(looksLikeCommand(text), false));
  }
});
