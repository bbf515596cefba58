import assert from 'node:assert/strict';
import { HubFixture, textOf } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';
import { builtTour } from './tourClient.ts';
import type { BuiltTour } from './tourClient.ts';

describe('the hub with servers of both eras', function () {
  this.timeout(20_000);
  let fixture: HubFixture;
  let tour: BuiltTour;

  before(async () => {
    fixture = new HubFixture();
    tour = await builtTour();
  });
  after(async () => {
    await fixture.dispose();
    await tour.remove();
    assert.deepEqual(fixture.processes(), [], 'left running');
  });

  it('speaks the modern protocol with a server that knows it', async () => {
    const hub = await fixture.hub({ modern: fixture.fault('modern') });
    const state = await hub.connect('modern');
    assert.ok(state.status === 'connected');
    assert.equal(state.identity.era, 'modern');
    assert.equal(state.identity.protocolVersion, '2026-07-28');
    assert.equal(textOf(await hub.callTool('modern', 'add', { a: 2, b: 3 })), '5');
    assert.equal((await hub.readResource('modern', 'note://one')).contents[0]?.text, 'a note');
    await assert.rejects(hub.readResource('modern', 'note://two'), { code: 'not_found' });
    assert.equal(fixture.processes().length, 1);
    await hub.dispose();
  });

  it('works with the tour server: its tools, resources, templates, prompts and what a booking adds', async () => {
    const hub = await fixture.hub({ tour: { command: process.execPath, args: [tour.server, fixture.marker] } });
    await hub.ready();
    const catalog = hub.server('tour')?.catalog;
    assert.deepEqual(
      catalog?.tools.map(({ publicName }) => publicName),
      ['mcp__tour__estimate_cost', 'mcp__tour__book_trip'],
    );
    assert.deepEqual(
      catalog.resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['docs://city/{name}'],
    );

    const handbook = await hub.readResource('tour', 'docs://handbook');
    assert.match(handbook.contents[0]?.text ?? '', /hotel room may cost up to 180 euros/);
    const missing = hub.readResource('tour', 'docs://city/Atlantis');
    await assert.rejects(missing, { code: 'not_found', rpcCode: -32602, message: /^Resource not found/ });
    const prompt = await hub.getPrompt('tour', 'plan_trip', { city: 'Paris', days: '3' });
    assert.match(textOf({ content: prompt.messages.map(({ content }) => content) }), /@tour:docs:\/\/handbook/);
    const refused = hub.getPrompt('tour', 'plan_trip', { city: 'Paris' });
    await assert.rejects(refused, {
      code: 'protocol',
      message: /refused the prompt "plan_trip": .*days as a whole number/,
    });
    const query = {
      ref: { type: 'template', uri: 'docs://city/{name}' },
      argument: 'name',
      value: 'p',
      context: {},
    } as const;
    assert.deepEqual((await hub.complete('tour', query)).values, ['Paris', 'Prague', 'Copenhagen']);

    await hub.callTool('tour', 'book_trip', { city: 'Rome', days: 2 });
    await until(hub.onDidChange, () =>
      hub.server('tour')?.catalog.resources.some(({ uri }) => uri === 'docs://booking/TRIP-0001'),
    );
    await hub.dispose();
  });
});
