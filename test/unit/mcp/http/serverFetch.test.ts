import assert from 'node:assert/strict';
import { serverFetch } from '../../../../src/core/mcp/http/serverFetch.ts';

describe('the fetch to a server', () => {
  const sent: { target: string; headers: Record<string, string> }[] = [];
  const secrets: string[] = [];
  const fetch = serverFetch({
    fetch: (target, init) => {
      sent.push({ target: String(target), headers: Object.fromEntries(new Headers(init?.headers)) });
      return Promise.resolve(new Response());
    },
    address: new URL('https://tours.example/mcp'),
    headers: { 'X-Key': 'red', Accept: 'text/plain', Authorization: 'Bearer configured' },
    onSecret: (value) => secrets.push(value),
  });

  beforeEach(() => {
    sent.length = 0;
    secrets.length = 0;
  });

  it('adds the configured headers, but not in the place of those that the protocol sets', async () => {
    await fetch('https://tours.example/messages', {
      headers: { accept: 'application/json', authorization: 'Bearer got' },
    });
    assert.deepEqual(sent[0]?.headers, { accept: 'application/json', authorization: 'Bearer got', 'x-key': 'red' });
  });

  it('sends none of them to another origin', async () => {
    await fetch('https://login.example/.well-known/oauth-authorization-server', {
      headers: { accept: 'application/json' },
    });
    await fetch('http://tours.example/mcp');
    await fetch('https://tours.example:8443/mcp');
    assert.deepEqual(
      sent.map(({ headers }) => headers),
      [{ accept: 'application/json' }, {}, {}],
    );
  });

  it('names tokens and sessions as secret', async () => {
    await fetch('https://tours.example/mcp', { headers: { authorization: 'Bearer got', 'mcp-session-id': 'one' } });
    assert.deepEqual(secrets, ['got', 'one']);
  });
});
