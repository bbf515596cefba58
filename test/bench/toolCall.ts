import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ResultConverter } from '../../src/core/agent/results/resultConverter.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import { ArtifactStore } from '../../src/core/threads/artifactStore.ts';
import { HubFixture } from '../support/hubFixture.ts';
import { connectBareClient } from './bareClient.ts';
import type { ServerCommand } from './bareClient.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './comparison.ts';

const args = { message: 'The train to Zürich leaves at ten.' };
const answer = `Echo: ${args.message}`;

/** What a call costs on its way through the hub and the conversion of its result. */
export const toolCall: Benchmark = {
  name: 'tool-call',
  budgets: [{ what: 'tool call through hub and conversion ÷ bare SDK client call', atMost: 1.15, unit: '×' }],
  async measure() {
    const fixture = new HubFixture();
    const server = fixture.everything();
    const bare = await connectBareClient(server as unknown as ServerCommand);
    try {
      const hub = await fixture.hub({ everything: server });
      await hub.ready();
      const converter = new ResultConverter({
        artifacts: new ArtifactStore(fixture.root),
        settings: () => defaultSettings,
      });
      const owner = { threadId: randomUUID(), server: 'everything', tool: 'echo' };
      const throughHub = async (): Promise<number> => {
        const start = performance.now();
        const result = await hub.callTool('everything', 'echo', args);
        const blocks = await converter.toolResult(result, owner);
        const time = performance.now() - start;
        assert.deepEqual(blocks, [{ type: 'text', text: answer }]);
        return time;
      };
      const throughClient = async (): Promise<number> => {
        const start = performance.now();
        const { content } = await bare.callTool({ name: 'echo', arguments: args });
        const time = performance.now() - start;
        assert.deepEqual(content, [{ type: 'text', text: answer }]);
        return time;
      };
      return [await compare(throughHub, throughClient, { warmUps: 300, counted: 2_000 })];
    } finally {
      await bare.close();
      await fixture.dispose();
    }
  },
};
