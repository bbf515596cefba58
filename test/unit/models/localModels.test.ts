import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localModels } from '../../../src/core/models/localModels.ts';

describe('models that run on this machine', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function listening(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  }

  function offersOf(ollama: string, lmstudio: string) {
    const at = (baseUrl: string) => ({ type: 'openai-compatible', baseUrl }) as const;
    return localModels({ providers: { ollama: at(ollama), lmstudio: at(lmstudio) } });
  }

  it('are offered with where they run', async () => {
    const ollama = await listening((request, response) => {
      assert.equal(request.url, '/v1/models');
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'qwen3:8b' }, { id: 7 }, { id: 'llama3' }] }));
    });
    const offers = await offersOf(ollama, await closedPort());
    assert.deepEqual(
      offers.map(({ id, label }) => [id, label]),
      [
        ['ollama/qwen3:8b', 'qwen3:8b (Ollama, running here)'],
        ['ollama/llama3', 'llama3 (Ollama, running here)'],
      ],
    );
  });

  it('are none where something else answers, or nothing in time', async () => {
    const other = await listening((_request, response) => response.end('<html>'));
    const silent = await listening(() => undefined);
    assert.deepEqual(await offersOf(other, silent), []);
  });

  async function closedPort(): Promise<string> {
    const url = await listening(() => undefined);
    const server = servers.pop();
    server?.close();
    return url;
  }
});
