import { resolveModel } from '../../../src/core/models/modelRegistry.ts';
import type { ModelEndpoint } from '../../../src/core/models/modelEndpoint.ts';
import { ModelError } from '../../../src/core/models/modelError.ts';

type Protocol = ModelEndpoint['type'];

/**
 * A program that asks the endpoint `argv[2]` for `argv[3]` rounds in the protocol `argv[4]` and prints each as one line of JSON: its events, and
 * the code of the error if it ended in one. The last round is stopped at its first event.
 */
const [baseUrl = '', count = '1', type = 'openai-compatible'] = process.argv.slice(2);
const model = await resolveModel({
  settings: { model: 'local/org/small', providers: { local: { type: type as Protocol, baseUrl } } },
  environment: {},
  secrets: { get: () => Promise.resolve(undefined), set: () => Promise.resolve(), delete: () => Promise.resolve() },
});

for (let round = 1; round <= Number(count); round++) {
  const events: unknown[] = [];
  const stop = new AbortController();
  let code: string | undefined;
  try {
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] as const;
    for await (const event of model.stream({ system: '', messages, tools: [] }, stop.signal)) {
      events.push(event);
      if (round === Number(count)) stop.abort();
    }
  } catch (error) {
    code = error instanceof ModelError ? error.code : String(error);
  }
  process.stdout.write(`${JSON.stringify({ events, code })}\n`);
}
