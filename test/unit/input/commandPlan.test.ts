import assert from 'node:assert/strict';
import { needsCatalogs, planInput } from '../../../src/core/agent/input/inputPlanner.ts';
import { builtinCommands } from '../../../src/shared/thread/builtinCommand.ts';
import { aPrompt, aServer, aSkill } from '../../support/servers.ts';

const servers = [aServer(), aServer({}, { name: 'away' }, { status: 'disconnected' })];

describe('a built-in command', () => {
  const surface: readonly [string, object][] = [
    ['/clear', { name: 'clear' }],
    [' /CLEAR ', { name: 'clear' }],
    ['/model', { name: 'model', argument: '' }],
    ['/model ollama/qwen3', { name: 'model', argument: 'ollama/qwen3' }],
    ['/export', { name: 'export', format: 'markdown' }],
    ['/export md', { name: 'export', format: 'markdown' }],
    ['/export JSON', { name: 'export', format: 'json' }],
  ];
  for (const [text, command] of surface) {
    it(`is the surface's: ${text}`, () => {
      assert.deepEqual(planInput(servers, text, []), { kind: 'surfaceCommand', command });
    });
  }

  it('summarizes the conversation: /compact', () => {
    assert.deepEqual(planInput(servers, '/compact', []), { kind: 'compact' });
  });

  for (const text of ['/help', '/mcp', '/tools', '/resources', '/prompts', '/prompts tour', '/Tools\ttour']) {
    it(`is answered by the host: ${text}`, () => assert.equal(planInput(servers, text, []).kind, 'command'));
  }

  const refused: readonly [string, RegExp][] = [
    ['/clear all', /^Nothing can follow "\/clear"\. Send it alone, or begin your message with another word\.$/],
    ['/help me', /^Nothing can follow "\/help"/],
    ['/export pdf', /^"\/export" writes markdown or json, not "pdf"\.$/],
    ['/tools nosuch', /^There is no server "nosuch"\. Configured servers: tour, away\.$/],
    ['/helpme', /^There is no command "\/helpme"\. Commands: \/help, \/clear, .* No connected server offers prompts/],
  ];
  for (const [text, message] of refused) {
    it(`is refused as it stands, saying what to do: ${text}`, () => {
      const plan = planInput(servers, text, []);
      assert(plan.kind === 'rejected');
      assert.match(plan.message, message);
    });
  }

  it('wins whatever servers offer, and takes no name from them: theirs have a colon or begin with mcp__', () => {
    const names = builtinCommands.map(({ name }) => name);
    const named = names.map((name) =>
      aServer(
        { prompts: names.map((prompt) => aPrompt(name, prompt)), skills: [aSkill({ server: name, name: 'clear' })] },
        { name },
      ),
    );
    for (const name of names) {
      assert.doesNotMatch(planInput(named, `/${name}`, []).kind, /prompt|message/);
      for (const spelling of [`/${name}:${name}`, `/mcp__${name}__${name}`]) {
        const plan = planInput(named, spelling, []);
        assert.deepEqual(plan.kind === 'prompt' && [plan.server, plan.prompt], [name, name]);
      }
    }
  });

  it('waits for the servers only where their offer decides', () => {
    const waiting = ['/help', '/tools x', '/tour:plan_trip', '/nosuch', '$tour:x', ' $HOME'];
    const instant = ['/clear', '/compact', '/model x', '/export', '/mcp', 'Hello', 'a /help', '@tour:docs://x'];
    assert.deepEqual([...waiting, ...instant].filter(needsCatalogs), waiting);
  });
});
