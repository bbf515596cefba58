import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';
import { ModernHttp } from '../servers/modern/modernHttp.ts';

const name = 'modern';

describe('the hub and what the modern protocol does over HTTP alone', function () {
  this.timeout(20_000);
  let fixture: HubFixture;
  let server: ModernHttp;
  let hub: Hub;

  const start = async (options: Parameters<typeof ModernHttp.start>[0]): Promise<void> => {
    server = await ModernHttp.start(options);
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
    await server.stop();
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

  it('says which versions a server speaks that speaks none of ours', async () => {
    const methods: string[] = [];
    const stranger = createServer((request, response) => {
      void request.toArray().then((chunks) => {
        const { id, method = '' } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as {
          id?: number;
          method?: string;
        };
        methods.push(method);
        const data = { supported: ['2099-01-01'], requested: '2026-07-28' };
        const error = { code: -32022, message: 'Unsupported protocol version', data };
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error }));
      });
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    try {
      server = await ModernHttp.start();
      const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/mcp`;
      hub = await fixture.hub({ [name]: { type: 'http', url } });
      const state = await hub.connect(name);
      assert.ok(state.status === 'failed', JSON.stringify(state));
      assert.equal(state.failure.code, 'protocol');
      assert.match(state.failure.message, /2099-01-01/);
    } finally {
      stranger.closeAllConnections();
      await new Promise((resolve) => stranger.close(resolve));
    }
  });
});
