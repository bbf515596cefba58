import assert from 'node:assert/strict';
import { aReadTarget, aTool, TurnEvents } from './support/turnEvents.ts';
import { viewSuite } from './support/viewSuite.ts';

describe('A tool card', () => {
  const withView = viewSuite();

  it('names tool and server, and says its state in words from the first to the last', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Book it'), turn.callReady('c1', aTool(), { city: 'Paris' }));
      const card = page.getByRole('group', { name: 'Tool book_trip on tour' });
      await card.getByText('Preparing').waitFor();
      host.advance(turn.approvalRequested('c1'));
      await card.getByText('Waiting for approval').waitFor();
      host.advance(turn.approvalResolved('c1', 'allowed'), turn.running('c1'));
      await card.getByText('Running').waitFor();
      host.advance(turn.completed('c1', [{ type: 'text', text: 'Booked for Ada' }]));
      await card.getByText('Completed').waitFor();
      await card.getByText('Booked for Ada').waitFor();
      await card.getByText('"city": "Paris"').waitFor();
    }));

  it('is there while arguments are written, and nothing can be allowed before they are complete', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      const started = {
        type: 'toolCallStarted',
        at: 1,
        turnId: 't1',
        toolCallId: 'c1',
        name: 'mcp__tour__book',
      } as const;
      host.advance(turn.started('Book it'), started);
      const card = page.getByRole('group', { name: 'Tool mcp__tour__book' });
      await card.getByText('Preparing').waitFor();
      assert.equal(await page.getByRole('alertdialog').count(), 0);
      assert.equal(await page.getByRole('button', { name: /allow/i }).count(), 0);
      host.advance(turn.callReady('c1', aTool(), { city: 'Paris' }), turn.approvalRequested('c1'));
      await page.getByRole('alertdialog').getByRole('button', { name: 'Allow once' }).waitFor();
    }));

  it('shows progress with its numbers', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Book it'), turn.callReady('c1', aTool(), {}), turn.running('c1'));
      const card = page.getByRole('group', { name: 'Tool book_trip on tour' });
      await card.getByText('Running').waitFor();
      assert.equal(await card.getByRole('progressbar').count(), 0);
      host.advance(turn.progress('c1', 3, 10, 'Asking hotels'));
      const bar = card.getByRole('progressbar');
      await bar.waitFor();
      assert.equal(await bar.getAttribute('aria-valuenow'), '3');
      assert.equal(await bar.getAttribute('aria-valuemax'), '10');
      await card.getByText('3 of 10 – Asking hotels').waitFor();
    }));

  it('names reads of resources and tools without a server', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(
        turn.started('Read it'),
        turn.callReady('c1', aReadTarget(), { uri: 'docs://handbook' }),
        turn.denied('c1'),
        turn.callReady('c2', { kind: 'builtin', name: 'list_mcp_resources' }, {}),
        turn.running('c2'),
        turn.ended('cancelled'),
      );
      const read = page.getByRole('group', { name: 'Tool access_mcp_resource on tour' });
      await read.getByText('Denied').waitFor();
      await read.getByText('Read docs://handbook').waitFor();
      const list = page.getByRole('group', { name: 'Tool list_mcp_resources' });
      await list.getByText('Stopped').waitFor();
      // One that was stopped has no result, not an empty one.
      await list.getByRole('button').click();
      await list.getByText('Arguments').waitFor();
      assert.equal(await list.getByText('Result', { exact: true }).count(), 0);
    }));

  it('stays closed over a long result, open over a failure, and as the person left it', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      const long = 'word '.repeat(200);
      host.advance(
        turn.started('Go'),
        turn.callReady('c1', aTool({ tool: 'long_one' }), {}),
        turn.running('c1'),
        turn.completed('c1', [{ type: 'text', text: long }]),
        turn.callReady('c2', aTool({ tool: 'bad_one' }), {}),
        turn.running('c2'),
        turn.failed('c2', [{ type: 'text', text: 'No room is free.' }]),
      );
      await page.getByRole('group', { name: 'Tool bad_one on tour' }).getByText('No room is free.').waitFor();
      const card = page.getByRole('group', { name: 'Tool long_one on tour' });
      assert.equal(await card.getByText('word word').count(), 0);
      await card.getByRole('button', { name: /long_one/ }).click();
      await card.getByText('word word').waitFor();
      host.advance(turn.text('Done.'), turn.ended());
      await page.getByText('Done.').waitFor();
      await card.getByText('word word').waitFor();
    }));

  it('shows each kind of result for what it is', () =>
    withView({ answers: { image: () => onePixel } }, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(
        turn.started('Show me'),
        turn.callReady('c1', aTool({ tool: 'show' }), {}),
        turn.running('c1'),
        turn.completed('c1', [
          { type: 'json', text: '{\n  "price": 420\n}' },
          { type: 'resource', server: 'tour', uri: 'docs://a', mimeType: 'text/plain', text: 'text of a' },
          { type: 'resourceLink', server: 'tour', uri: 'docs://b', name: 'Document B' },
          { type: 'image', artifact: { id: 'i1', mimeType: 'image/png', bytes: 68 }, isForModel: true },
          { type: 'artifact', kind: 'audio', artifact: { id: 'tour/show/1.mp3', mimeType: 'audio/mpeg', bytes: 4200 } },
          { type: 'placeholder', text: 'A block of type “hologram” cannot be shown.' },
        ]),
      );
      const card = page.getByRole('group', { name: 'Tool show on tour' });
      await card.getByText('"price": 420').waitFor();
      await card.getByText('docs://a from tour').waitFor();
      await card.getByText('text of a').waitFor();
      await card.getByRole('img', { name: 'Image image/png' }).waitFor();
      await card.getByText('audio/mpeg, 4 kB').waitFor();
      await card.getByText('A block of type “hologram”').waitFor();
      await card.getByRole('button', { name: 'Attach' }).click();
      const [added] = await host.intentsOf('attachment/add');
      assert.deepEqual(added?.attachment, { server: 'tour', uri: 'docs://b', name: 'Document B' });
    }));
});

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
