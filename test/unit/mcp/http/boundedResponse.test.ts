import assert from 'node:assert/strict';
import { boundedResponse, maxMessageBytes } from '../../../../src/core/mcp/http/boundedResponse.ts';
import { MessageTooLongError } from '../../../../src/core/mcp/http/messageTooLongError.ts';

describe('an answer of bounded length', () => {
  const chunk = new Uint8Array(1024 * 1024).fill(120);

  function bounded(chunks: readonly Uint8Array[], init: ResponseInit): { response: Response; errors: Error[] } {
    const errors: Error[] = [];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const it of chunks) controller.enqueue(it);
        controller.close();
      },
    });
    return { response: boundedResponse(new Response(body, init), (error) => errors.push(error)), errors };
  }

  it('keeps status, headers and a body that is not too long', async () => {
    const chunks = Array<Uint8Array>(maxMessageBytes / chunk.length).fill(chunk);
    const { response, errors } = bounded(chunks, { status: 201, headers: { 'x-it': 'is' } });
    assert.deepEqual([response.status, response.headers.get('x-it')], [201, 'is']);
    assert.equal((await response.arrayBuffer()).byteLength, maxMessageBytes);
    assert.deepEqual(errors, []);
  });

  it('fails to be read past the limit, and says so first', async () => {
    const chunks = [...Array<Uint8Array>(maxMessageBytes / chunk.length).fill(chunk), new Uint8Array(1)];
    const { response, errors } = bounded(chunks, { headers: { 'content-type': 'application/json' } });
    await assert.rejects(response.text(), MessageTooLongError);
    assert.equal(errors.length, 1);
  });

  it('lets any number of events through', async () => {
    const chunks = Array.from({ length: 24 }, () => [chunk, new TextEncoder().encode('\n\n')]).flat();
    const { response } = bounded(chunks, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
    assert.equal((await response.arrayBuffer()).byteLength, 24 * (chunk.length + 2));
  });

  it('cuts the text of a refusal', async () => {
    const { response, errors } = bounded([chunk, chunk], { status: 500 });
    assert.equal((await response.text()).length, 64 * 1024);
    assert.deepEqual(errors, []);
  });

  it('leaves an answer without a body alone', () => {
    const response = new Response(null, { status: 204 });
    assert.equal(
      boundedResponse(response, () => undefined),
      response,
    );
  });
});
