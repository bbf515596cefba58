import assert from 'node:assert/strict';
import type { HostHandlers } from '../../src/core/mcp/host/hostHandlers.ts';
import { Emitter } from '../../src/shared/base/emitter.ts';
import { textOf } from '../support/hubFixture.ts';
import { notes, SessionCase } from '../support/sessionCase.ts';

const handlers: HostHandlers = {
  sampling: { sample: () => Promise.reject(new Error('not asked')) },
  roots: { list: () => [], onDidChange: new Emitter<void>().event },
};

describe('an edit of a connected server', function () {
  this.timeout(20_000);
  let it_: SessionCase;

  beforeEach(async () => {
    it_ = await SessionCase.start();
  });
  afterEach(() => it_.dispose());

  function edit(more: object): void {
    it_.fixture.write('home/mcp.json', { notes: { type: 'http', url: it_.remote.url(), ...more } });
  }

  const harmless: Readonly<Record<string, object>> = {
    timeout: { timeout: 5 },
    alwaysAllow: { alwaysAllow: ['add'] },
    disabledTools: { disabledTools: ['put'] },
    description: { description: 'Notes of the team' },
    instructions: { instructions: false },
    'a key that is not known': { colour: 'blue' },
  };
  for (const [key, more] of Object.entries(harmless)) {
    it(`keeps the connection, and the call under way, when it changes ${key}`, async () => {
      let finish: () => void = () => undefined;
      const carriedOut = new Promise<void>((resolve) => {
        it_.server.beforeResult = () => {
          resolve();
          return new Promise((it) => (finish = it));
        };
      });
      const hub = await it_.hub({ hostHandlers: handlers });
      await hub.connect('notes');
      const call = hub.callTool('notes', 'add', {});
      await carriedOut;
      const before = notes(hub).definition.hash;
      edit(more);
      await hub.refreshDefinitions();
      assert.notEqual(notes(hub).definition.hash, before);
      assert.equal(notes(hub).state.status, 'connected');
      assert.equal(notes(hub).catalog.tools.length, 3);
      finish();
      assert.equal(textOf(await call), 'add');
      await hub.ready();
      assert.equal(it_.count('initialize'), 1);
    });
  }

  const telling: Readonly<Record<string, object>> = {
    'where it goes': { url: '/other' },
    'its headers': { headers: { 'x-team': 'a' } },
    'whether it is given roots': { roots: true },
    'whether it may ask the model': { sampling: 'deny' },
  };
  for (const [what, more] of Object.entries(telling)) {
    it(`connects anew when it changes ${what}, which the server is told when it is connected`, async () => {
      const hub = await it_.hub({ hostHandlers: handlers });
      await hub.connect('notes');
      edit('url' in more ? { url: it_.remote.url(String(more.url)) } : more);
      await hub.refreshDefinitions();
      await hub.ready();
      assert.equal(notes(hub).state.status, 'connected');
      assert.equal(it_.count('initialize'), 2);
    });
  }
});
