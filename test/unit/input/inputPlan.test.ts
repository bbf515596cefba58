import assert from 'node:assert/strict';
import type { InputPlan } from '../../../src/core/agent/input/inputPlan.ts';
import { InputResolver } from '../../../src/core/agent/input/inputResolver.ts';
import { ResultConverter } from '../../../src/core/agent/results/resultConverter.ts';
import { defaultSettings } from '../../../src/core/settings.ts';
import { ArtifactStore } from '../../../src/core/threads/artifactStore.ts';
import { callsOnHub } from '../../support/callsOnHub.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { aPrompt, aServer } from '../../support/servers.ts';

const planTrip = aPrompt('tour', 'plan_trip', 'city', 'days?');

function aMessage(text: string): InputPlan {
  return { kind: 'message', text, skills: [], mentions: [], attachments: [] };
}

describe('planning input', () => {
  let hub: FakeHub;
  let resolver: InputResolver;

  beforeEach(() => {
    hub = new FakeHub(
      aServer({ prompts: [planTrip, aPrompt('tour', 'hello')] }),
      aServer({}, { name: 'away' }, { status: 'disconnected' }),
    );
    hub.onReady = () => assert.fail('planning starts no server');
    const settings = () => defaultSettings;
    const converter = new ResultConverter({ artifacts: new ArtifactStore('/nonexistent'), settings });
    resolver = new InputResolver({ hub, calls: callsOnHub(hub), converter, settings });
  });
  afterEach(() => assert.deepEqual(hub.requests, [], 'planning makes no request'));

  describe('of typed text', () => {
    it('keeps a message as it is', () => {
      assert.deepEqual(resolver.plan(' Hello\n'), aMessage(' Hello\n'));
    });

    it('names each mentioned resource once, in order, unknown and disconnected servers too', () => {
      const plan = resolver.plan('@tour:b:1, @nosuch:a://1 @tour:b:1 @away:c @tour:a me@x.org @user:pw `@tour:code`');
      assert(plan.kind === 'message');
      assert.deepEqual(plan.mentions, [
        { server: 'tour', uri: 'b:1' },
        { server: 'nosuch', uri: 'a://1' },
        { server: 'away', uri: 'c' },
        { server: 'tour', uri: 'a' },
      ]);
    });

    it('keeps attachments, with or without text', () => {
      const attachments = [{ server: 'tour', uri: 'docs://x' }];
      assert.deepEqual(resolver.plan('', attachments), { ...aMessage(''), attachments });
      const plan = resolver.plan('/tour:plan_trip Paris', attachments);
      assert(plan.kind === 'prompt');
      assert.deepEqual(plan.attachments, attachments);
    });

    it('rejects nothing at all', () => {
      assert.deepEqual(resolver.plan(' \n'), {
        kind: 'rejected',
        code: 'invalid_input',
        message: 'There is nothing to send. Type a message first.',
      });
    });

    for (const text of ['/tour:plan_trip Paris 3', ' /mcp__tour__plan_trip (MCP) {"city": "Paris", "days": 3}']) {
      it(`takes "${text}" for a prompt with its arguments`, () => {
        assert.deepEqual(resolver.plan(text), {
          kind: 'prompt',
          server: 'tour',
          prompt: 'plan_trip',
          arguments: { city: 'Paris', days: '3' },
          attachments: [],
        });
      });
    }

    const incomplete: readonly [string, Record<string, string>][] = [
      ['/tour:plan_trip', {}],
      ['/tour:plan_trip days=3', { days: '3' }],
      ['/tour:plan_trip "" 3', { city: '', days: '3' }],
    ];
    for (const [text, values] of incomplete) {
      it(`asks for the missing argument of ${text}`, () => {
        assert.deepEqual(resolver.plan(text), { kind: 'needsArguments', prompt: planTrip, values, missing: ['city'] });
      });
    }

    it('asks for an argument that is named like something every object has', () => {
      hub.snapshots = [aServer({ prompts: [aPrompt('odd', 'p', 'constructor')] }, { name: 'odd' })];
      assert.equal(resolver.plan('/odd:p').kind, 'needsArguments');
    });

    const rejected: readonly [string, string, RegExp][] = [
      [
        '/nosuch',
        'unknown_command',
        /^There is no command "\/nosuch"\. Commands: \/help, .* Prompts: \/tour:plan_trip, \/tour:hello\.$/,
      ],
      ['/tour:nosuch x', 'unknown_command', /^There is no command "\/tour:nosuch"\. .* Prompts: /],
      [
        '/away:plan x',
        'not_connected',
        /^"\/away:plan" cannot run: the server "away" is not connected\. Connect it, then send/,
      ],
      [
        '/tour:plan_trip {"town": 1}',
        'invalid_input',
        /has no argument "town"\. Its arguments: city, days \(optional\)\.$/,
      ],
      ['/tour:hello you', 'invalid_input', /is left for you\. It takes none\./],
    ];
    for (const [text, code, message] of rejected) {
      it(`rejects ${text}, saying what exists`, () => {
        const plan = resolver.plan(text);
        assert(plan.kind === 'rejected');
        assert.equal(plan.code, code);
        assert.match(plan.message, message);
      });
    }

    it('knows neither name of a prompt any more that its server took away', () => {
      const names = ['/tour:plan_trip Paris', '/mcp__tour__plan_trip Paris'];
      assert.deepEqual(
        names.map((text) => resolver.plan(text).kind),
        ['prompt', 'prompt'],
      );
      hub.snapshots = [aServer({ prompts: [aPrompt('tour', 'hello')] })];
      assert.deepEqual(
        names.map((text) => resolver.plan(text).kind),
        ['rejected', 'rejected'],
      );
    });

    it('says so when no server offers prompts', () => {
      hub.snapshots = [aServer()];
      const plan = resolver.plan('/nosuch');
      assert(plan.kind === 'rejected');
      assert.match(
        plan.message,
        /No connected server offers prompts\. Connect one that does, or leave out the "\/"\.$/,
      );
    });

    it('does not name more prompts than can be read', () => {
      hub.snapshots = [aServer({ prompts: Array.from({ length: 25 }, (_, index) => aPrompt('tour', `p${index}`)) })];
      const plan = resolver.plan('/nosuch');
      assert(plan.kind === 'rejected');
      assert.match(plan.message, /\/tour:p19 and 5 more\.$/);
    });

    it('takes text that begins with a path for a message, with its mentions', () => {
      const plan = resolver.plan('/usr/bin is a path @tour:docs://x');
      assert(plan.kind === 'message');
      assert.equal(plan.mentions.length, 1);
    });
  });

  describe('of a chosen prompt', () => {
    it('leaves out empty fields', () => {
      assert.deepEqual(resolver.planPrompt('tour', 'plan_trip', { city: 'New York', days: '' }), {
        kind: 'prompt',
        server: 'tour',
        prompt: 'plan_trip',
        arguments: { city: 'New York' },
        attachments: [],
      });
    });

    it('asks for what is missing', () => {
      assert.deepEqual(resolver.planPrompt('tour', 'plan_trip', { city: '', days: '3' }), {
        kind: 'needsArguments',
        prompt: planTrip,
        values: { days: '3' },
        missing: ['city'],
      });
    });

    const rejected: readonly [string, string, Record<string, string>, RegExp][] = [
      ['tour', 'nosuch', {}, /^There is no command "\/tour:nosuch"\. .* Prompts: /],
      ['away', 'plan', {}, /the server "away" is not connected/],
      ['tour', 'plan_trip', { city: 'x', town: 'y' }, /has no argument "town"/],
    ];
    for (const [server, prompt, values, message] of rejected) {
      it(`rejects ${prompt} of ${server} with ${JSON.stringify(values)}`, () => {
        const plan = resolver.planPrompt(server, prompt, values);
        assert(plan.kind === 'rejected');
        assert.match(plan.message, message);
      });
    }
  });
});
