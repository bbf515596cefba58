import assert from 'node:assert/strict';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { PlainModern } from '../servers/lifecycle/plainModern.ts';
import { RemoteServer } from '../servers/remote/remoteServer.ts';
import type { RemoteRequest } from '../servers/remote/remoteServer.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';

describe('a server of the modern protocol that wants arguments in headers', function () {
  this.timeout(20_000);
  let fixture: HubFixture;
  let modern: PlainModern;
  let server: RemoteServer;
  let hub: Hub;

  beforeEach(async () => {
    fixture = new HubFixture();
    modern = new PlainModern();
    server = await RemoteServer.start(modern.answer);
    hub = await fixture.hub({ it: { type: 'http', url: server.url() } });
  });
  afterEach(async () => {
    await fixture.dispose();
    await server.stop();
  });

  const calls = (): RemoteRequest[] => server.requests.filter(({ message }) => message?.method === 'tools/call');

  it('is sent them', async () => {
    await hub.connect('it');
    assert.equal(textOf(await hub.callTool('it', 'query', { region: 'Zürich' })), 'done');
    assert.equal(calls()[0]?.headers['mcp-param-region'], '=?base64?WsO8cmljaA==?=');
  });

  it('is asked for its tools again when it wants others, and sent the call once more', async () => {
    await hub.connect('it');
    modern.header = modern.required = 'Place';
    assert.equal(textOf(await hub.callTool('it', 'query', { region: 'eu' })), 'done');
    assert.equal(calls().at(-1)?.headers['mcp-param-place'], 'eu');
    assert.equal(calls().length, 2);
    assert.equal(modern.carriedOut, 1);
  });

  it('is not sent the call a third time', async () => {
    await hub.connect('it');
    modern.required = 'Never-Declared';
    await assert.rejects(hub.callTool('it', 'query', { region: 'eu' }), { code: 'protocol', rpcCode: -32020 });
    assert.equal(calls().length, 2);
  });

  // What the person allowed is the tool with the old definition.
  it('is not sent the call once more when it was decided on the definition before', async () => {
    await hub.connect('it');
    const definitionHash = hub.toolByPublicName('mcp__it__query')?.hash;
    modern.header = modern.required = 'Place';
    await assert.rejects(hub.callTool('it', 'query', { region: 'eu' }, { definitionHash }), { code: 'changed' });
    assert.equal(calls().length, 1);
  });

  it('has a tool left out whose wish cannot be met, and keeps the others', async () => {
    const a = { type: 'number', 'x-mcp-header': 'A' };
    modern.tools = [{ name: 'bad', inputSchema: { type: 'object', properties: { a } } }];
    await hub.connect('it');
    const catalog = hub.server('it')?.catalog;
    assert.deepEqual(
      catalog?.tools.map(({ name }) => name),
      ['query'],
    );
    const [warning] = catalog.warnings;
    assert.equal(warning?.code, 'tool_skipped');
    assert.match(warning.message, /"bad".*x-mcp-header/);
  });

  it('is told with each request what to log, once that was asked for', async () => {
    await hub.connect('it');
    const level = (): unknown => {
      const params = calls().at(-1)?.message?.params as { _meta?: Readonly<Record<string, unknown>> };
      return params._meta?.['io.modelcontextprotocol/logLevel'];
    };
    await hub.callTool('it', 'query', { region: 'eu' });
    assert.equal(level(), undefined);
    await hub.setLogLevel('it', 'debug');
    await hub.callTool('it', 'query', { region: 'eu' });
    assert.equal(level(), 'debug');
    assert.ok(!server.methods().includes('logging/setLevel'));
  });
});
