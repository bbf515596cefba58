import assert from 'node:assert/strict';
import { crc32, inflateSync } from 'node:zlib';
import { Ajv, type SchemaObject } from 'ajv';
import { ResourceNotFoundError, type Client, type ReadResourceResult } from '@modelcontextprotocol/client';
import { builtTour, connectedTour, type BuiltTour } from './tourClient.ts';

describe('the tour server', function () {
  this.timeout(20_000);
  let built: BuiltTour;
  let client: Client;

  before(async () => {
    built = await builtTour();
  });
  beforeEach(async () => {
    ({ client } = await connectedTour(built.server));
  });
  afterEach(() => client.close());
  after(() => built.remove());

  it('introduces itself with a title and two sentences of instructions', () => {
    assert.equal(client.getProtocolEra(), 'legacy');
    assert.equal(client.getServerVersion()?.name, 'tour');
    assert.equal(client.getServerVersion()?.title, 'Tour');
    assert.match(client.getInstructions() ?? '', /^The tour server offers [^.]+\. Read docs:\/\/handbook [^.]+\.$/);
  });

  it('titles and describes everything it lists', async () => {
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    const { prompts } = await client.listPrompts();
    const { tools } = await client.listTools();
    assert.deepEqual(
      resources.map(({ uri, mimeType }) => [uri, mimeType]),
      [
        ['docs://handbook', 'text/markdown'],
        ['docs://packing-list', 'text/markdown'],
        ['docs://logo', 'image/png'],
      ],
    );
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate, mimeType }) => [uriTemplate, mimeType]),
      [['docs://city/{name}', 'text/markdown']],
    );
    assert.deepEqual(names(prompts), ['plan_trip']);
    assert.deepEqual(names(tools), ['estimate_cost', 'book_trip']);
    for (const item of [...resources, ...resourceTemplates, ...prompts, ...tools]) {
      assert.ok(item.title, `${item.name} has no title`);
      assert.ok(item.description, `${item.name} has no description`);
    }
  });

  describe('its documents', () => {
    it('hold a handbook with a section for each topic and a limit that can be quoted', async () => {
      const handbook = await textOf(client, 'docs://handbook');
      assert.deepEqual(
        [...handbook.matchAll(/^## (.+)$/gm)].map(([, title]) => title),
        ['Hotels', 'Meals', 'Trains and flights', 'Expenses', 'Safety'],
      );
      assert.match(handbook, /^A hotel room may cost up to 180 euros a night, breakfast included\.$/m);
    });

    it('hold a packing list', async () => {
      assert.match(await textOf(client, 'docs://packing-list'), /^# Packing list$/m);
    });

    it('hold a logo that is a whole PNG of 128 by 128 pixels', async () => {
      const { contents } = await client.readResource({ uri: 'docs://logo' });
      const [logo] = contents;
      assert.ok(logo && 'blob' in logo);
      assert.equal(logo.mimeType, 'image/png');
      const chunks = pngChunks(Buffer.from(logo.blob, 'base64'));
      assert.deepEqual([...chunks.keys()], ['IHDR', 'IDAT', 'IEND']);
      assert.equal(chunks.get('IHDR')?.readUInt32BE(0), 128);
      assert.equal(chunks.get('IHDR')?.readUInt32BE(4), 128);
      assert.equal(inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0)).length, 128 * (1 + 128 * 4));
    });
  });

  describe('its city guides', () => {
    it('complete a name by its beginning first, then by what it contains', async () => {
      assert.deepEqual(await completedCities(client, 'p'), ['Paris', 'Prague', 'Copenhagen']);
      assert.deepEqual(await completedCities(client, 'NEW'), ['New York']);
      assert.deepEqual(await completedCities(client, 'x'), []);
    });

    it('can be read for every name the completion offers', async () => {
      const cities = await completedCities(client, '');
      assert.equal(cities.length, 12);
      for (const city of cities) {
        const guide = await textOf(client, `docs://city/${encodeURIComponent(city)}`);
        assert.ok(guide.startsWith(`# ${city}\n`), guide);
        assert.match(guide, /^\| Airports? \| [A-Z]{3}(, [A-Z]{3})* \|$/m);
        assert.match(guide, /^\*\*Where to stay:\*\* \w/m);
        assert.match(guide, /^\*\*Good to know:\*\* \w/m);
      }
    });

    it('are found whatever the case and the word separator', async () => {
      const guide = await textOf(client, 'docs://city/New%20York');
      assert.equal(await textOf(client, 'docs://city/new-york'), guide);
    });

    it('answer an unknown city with a not-found error that names the cities there are', async () => {
      await assert.rejects(client.readResource({ uri: 'docs://city/Atlantis' }), (error) => {
        assert.ok(error instanceof ResourceNotFoundError);
        assert.equal(error.uri, 'docs://city/Atlantis');
        assert.match(error.message, /no city "Atlantis".+Amsterdam, .+Paris, .+Vienna/);
        return true;
      });
    });

    it('treat a name with a broken escape as an unknown city', async () => {
      await assert.rejects(client.readResource({ uri: 'docs://city/%E0%A4%A' }), ResourceNotFoundError);
    });
  });

  describe('its prompt plan_trip', () => {
    it('requires a city and a number of days', async () => {
      const { prompts } = await client.listPrompts();
      assert.deepEqual(
        prompts[0]?.arguments?.map(({ name, required }) => [name, required]),
        [
          ['city', true],
          ['days', true],
        ],
      );
    });

    it('asks in one user message for a plan and mentions the handbook between spaces, and nothing else', async () => {
      const { messages } = await client.getPrompt({ name: 'plan_trip', arguments: { city: 'paris', days: '3' } });
      assert.equal(messages.length, 1);
      const [message] = messages;
      assert.ok(message?.content.type === 'text');
      assert.equal(message.role, 'user');
      const { text } = message.content;
      assert.match(text, /trip to Paris for 3 days/);
      assert.ok(text.includes(' @tour:docs://handbook '), text);
      assert.equal(text.split('@').length, 2);
    });

    it('completes both arguments', async () => {
      const ref = { type: 'ref/prompt', name: 'plan_trip' } as const;
      const city = await client.complete({ ref, argument: { name: 'city', value: 'vi' } });
      assert.deepEqual(city.completion.values, ['Vienna']);
      const days = await client.complete({ ref, argument: { name: 'days', value: '3' } });
      assert.deepEqual(days.completion.values, ['3', '30']);
    });

    it('refuses days that are missing or no whole number from 1 to 30, and says what to give', async () => {
      for (const days of [{}, { days: '0' }, { days: '31' }, { days: 'three' }]) {
        await assert.rejects(client.getPrompt({ name: 'plan_trip', arguments: { city: 'Paris', ...days } }), {
          code: -32602,
          message: /days as a whole number from 1 to 30/,
        });
      }
    });
  });

  describe('its tool estimate_cost', () => {
    it('is marked read-only', async () => {
      const { tools } = await client.listTools();
      assert.equal(tools[0]?.annotations?.readOnlyHint, true);
    });

    it('answers with structured content that fits its output schema, and the same JSON as text', async () => {
      const { tools } = await client.listTools();
      const { outputSchema } = tools[0] ?? {};
      assert.ok(outputSchema);
      const result = await estimate(client, { city: 'Paris', days: 3 });
      assert.ok(new Ajv().validate(outputSchema as SchemaObject, result.structuredContent));
      assert.deepEqual(result.structuredContent, {
        city: 'Paris',
        days: 3,
        nights: 2,
        travellers: 1,
        currency: 'EUR',
        travelBy: 'train',
        perTraveller: { travel: 110, hotel: 340, meals: 165, localTransport: 24, total: 639 },
        total: 639,
      });
      const [block] = result.content;
      assert.ok(block?.type === 'text');
      assert.deepEqual(JSON.parse(block.text), result.structuredContent);
    });

    it('multiplies the total by the travellers and counts no hotel for a day trip', async () => {
      const { structuredContent } = await estimate(client, { city: 'amsterdam', days: 1, travellers: 3 });
      const cost = structuredContent as { perTraveller: { hotel: number; total: number }; total: number };
      assert.equal(cost.perTraveller.hotel, 0);
      assert.equal(cost.total, 3 * cost.perTraveller.total);
    });

    it('plans every city within the limits of the handbook', async () => {
      const handbook = await textOf(client, 'docs://handbook');
      const costly = /^In (.+) the limit is 240 euros\.$/m.exec(handbook)?.[1] ?? '';
      assert.equal(costly, 'Copenhagen, London, New York and Tokyo');
      for (const city of await completedCities(client, '')) {
        const { structuredContent } = await estimate(client, { city, days: 2 });
        const { perTraveller } = structuredContent as { perTraveller: { hotel: number; meals: number } };
        assert.ok(perTraveller.hotel <= (costly.includes(city) ? 240 : 180), city);
        assert.ok(perTraveller.meals <= 2 * 60, city);
      }
    });

    it('refuses an unknown city as a tool error that names the cities there are', async () => {
      const result = await estimate(client, { city: 'Atlantis', days: 3 });
      assert.equal(result.isError, true);
      const [block] = result.content;
      assert.ok(block?.type === 'text');
      assert.match(block.text, /no city "Atlantis".+Amsterdam, .+Paris, .+Vienna/);
    });
  });

  describe('its tool book_trip', () => {
    it('is marked as changing something and destroying nothing', async () => {
      const { tools } = await client.listTools();
      assert.equal(tools[1]?.annotations?.readOnlyHint, false);
      assert.equal(tools[1]?.annotations?.destructiveHint, false);
    });

    it('announces a new resource and links to it, and the booking can be read there', async () => {
      const changed = new Promise<void>((resolve) => {
        client.setNotificationHandler('notifications/resources/list_changed', () => resolve());
      });
      const { content } = await client.callTool({
        name: 'book_trip',
        arguments: { city: 'Lisbon', days: 4, travellers: 2, startDate: '2027-03-08' },
      });
      await changed;
      const [said, link] = content;
      assert.ok(said?.type === 'text' && link?.type === 'resource_link');
      assert.match(said.text, /Reference: TRIP-0001\./);
      assert.equal(link.uri, 'docs://booking/TRIP-0001');

      const { resources } = await client.listResources();
      assert.equal(resources.at(-1)?.uri, link.uri);
      assert.equal(resources.at(-1)?.title, 'Booking TRIP-0001');
      const page = await textOf(client, link.uri);
      assert.match(page, /^\| City \| Lisbon, Portugal \|$/m);
      assert.match(page, /^\| Starts \| 2027-03-08 \|$/m);
      assert.match(page, /^\| Travellers \| 2 \|$/m);
    });

    it('counts its references from one and keeps every booking', async () => {
      for (const city of ['Rome', 'Vienna']) {
        await client.callTool({ name: 'book_trip', arguments: { city, days: 2 } });
      }
      assert.match(await textOf(client, 'docs://booking/TRIP-0001'), /Rome/);
      assert.match(await textOf(client, 'docs://booking/TRIP-0002'), /Vienna/);
    });

    it('books nothing for a date that does not exist', async () => {
      const trip = { city: 'Rome', days: 2, startDate: '2027-02-30' };
      const result = await client.callTool({ name: 'book_trip', arguments: trip });
      assert.equal(result.isError, true);
      const { resources } = await client.listResources();
      assert.equal(resources.length, 3);
    });
  });

  it('answers a call of a tool it does not have with a tool error', async () => {
    const result = await client.callTool({ name: 'cancel_trip', arguments: {} });
    assert.equal(result.isError, true);
  });
});

function names(items: readonly { readonly name: string }[]): string[] {
  return items.map(({ name }) => name);
}

function estimate(client: Client, trip: Record<string, unknown>) {
  return client.callTool({ name: 'estimate_cost', arguments: trip });
}

async function completedCities(client: Client, value: string): Promise<string[]> {
  const ref = { type: 'ref/resource', uri: 'docs://city/{name}' } as const;
  const { completion } = await client.complete({ ref, argument: { name: 'name', value } });
  return completion.values;
}

/** The text of a resource that consists of one Markdown page, which is also checked to carry the URI asked for. */
async function textOf(client: Client, uri: string): Promise<string> {
  const { contents }: ReadResourceResult = await client.readResource({ uri });
  assert.equal(contents.length, 1);
  const [page] = contents;
  assert.ok(page && 'text' in page);
  assert.equal(page.uri, uri);
  assert.equal(page.mimeType, 'text/markdown');
  return page.text;
}

/** The chunks of a PNG by type, each with its checksum verified. */
function pngChunks(png: Buffer): Map<string, Buffer> {
  assert.equal(png.subarray(0, 8).toString('hex'), '89504e470d0a1a0a');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    assert.equal(crc32(body), png.readUInt32BE(at + 8 + length));
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += 12 + length;
  }
  return chunks;
}
