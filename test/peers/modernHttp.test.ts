import assert from 'node:assert/strict';
import type { ConnectionState } from '../../src/core/mcp/connection/connectionState.ts';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';
import { ModernHttp } from '../servers/modern/modernHttp.ts';
import { RawHttp, discovery, result } from '../servers/modern/rawHttp.ts';
import type { RawAnswer } from '../servers/modern/rawHttp.ts';

const name = 'modern';

describe('the hub and what the modern protocol does over HTTP alone', function () {
  this.timeout(20_000);
  let fixture: HubFixture;
  let server: ModernHttp;
  let hub: Hub;
  /** Ends the servers of a test. */
  const stops: (() => Promise<void>)[] = [];

  const start = async (options: Parameters<typeof ModernHttp.start>[0]): Promise<void> => {
    server = await ModernHttp.start(options);
    stops.push(() => server.stop());
    hub = await fixture.hub({ [name]: { type: 'http', url: server.url } });
    const state = await hub.connect(name);
    assert.ok(state.status === 'connected', JSON.stringify(state));
    assert.equal(state.identity.era, 'modern');
  };

  beforeEach(() => {
    fixture = new HubFixture();
  });
  afterEach(async () => {
    await fixture.dispose();
    await Promise.all(stops.splice(0).map((stop) => stop()));
  });

  for (const legacy of ['reject', 'stateless'] as const) {
    it(`shakes no hands with a server whose answer to older clients is "${legacy}"`, async () => {
      await start({ legacy });
      assert.equal(textOf(await hub.callTool(name, 'add', { a: 2, b: 3 })), '5');
      assert.equal(server.methods()[0], 'server/discover');
      assert.ok(!server.methods().includes('initialize'), server.methods().join());
    });
  }

  it('says in headers what each request is, and copies the arguments that a tool wants there', async () => {
    await start({ legacy: 'reject' });
    await hub.callTool(name, 'query', { region: 'eu west', text: 'secret' });
    const { headers, body } = server.seen.at(-1)!;
    assert.equal(headers['mcp-protocol-version'], '2026-07-28');
    assert.equal(headers['mcp-method'], 'tools/call');
    assert.equal(headers['mcp-name'], 'query');
    assert.equal(headers['mcp-param-region'], 'eu west');
    assert.ok(!Object.values(headers).some((value) => String(value).includes('secret')));
    const meta = body.params?.['_meta'] as Readonly<Record<string, unknown>>;
    assert.equal(meta['io.modelcontextprotocol/protocolVersion'], '2026-07-28');
    assert.deepEqual(meta['io.modelcontextprotocol/clientCapabilities'], {});
  });

  it('listens anew after its stream broke, and looks at what changed meanwhile', async () => {
    await start({ legacy: 'reject' });
    const listens = (): number => server.methods().filter((method) => method === 'subscriptions/listen').length;
    const lists = (): number => server.methods().filter((method) => method === 'tools/list').length;
    await until(server.onDidSee, () => listens() === 1);
    const listsBefore = lists();
    server.dropStreams();
    await until(server.onDidSee, () => listens() === 2 && lists() > listsBefore);
    await hub.callTool(name, 'add_tool', {});
    await until(hub.onDidChange, () => hub.server(name)?.catalog.tools.some((tool) => tool.name === 'extra'));
  });

  describe('with answers that are not as they should be', () => {
    const connect = async (answer: (method: string) => RawAnswer): Promise<ConnectionState> => {
      const raw = await RawHttp.start(answer);
      stops.push(() => raw.stop());
      hub = await fixture.hub({ [name]: { type: 'http', url: raw.url } });
      return hub.connect(name);
    };

    it('says which versions a server speaks that speaks none of ours', async () => {
      const data = { supported: ['2099-01-01', '2100-01-01'], requested: '2026-07-28' };
      const error = { code: -32022, message: 'Unsupported protocol version', data };
      const state = await connect(() => ({ status: 400, message: { error } }));
      assert.ok(state.status === 'failed', JSON.stringify(state));
      assert.equal(state.failure.code, 'protocol');
      assert.match(state.failure.message, /speaks 2099-01-01, 2100-01-01, and no version that Patchbay speaks/);
    });

    it('takes a result that does not say its type for a complete one', async () => {
      const answers: Readonly<Record<string, RawAnswer>> = {
        'server/discover': discovery,
        'tools/list': result({ tools: [{ name: 'say', inputSchema: { type: 'object' } }] }),
        'tools/call': result({ content: [{ type: 'text', text: 'said' }] }),
      };
      const notFound = { status: 404, message: { error: { code: -32601, message: 'Method not found' } } };
      const state = await connect((method) => answers[method] ?? notFound);
      assert.ok(state.status === 'connected', JSON.stringify(state));
      assert.equal(state.identity.era, 'modern');
      assert.equal(textOf(await hub.callTool(name, 'say', {})), 'said');
    });
  });
});
