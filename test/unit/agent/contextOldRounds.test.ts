import assert from 'node:assert/strict';
import { findConversationBlock, hasConversationBlocks } from '../../../src/core/agent/context/conversationBlock.ts';
import type { ModelMessage } from '../../../src/core/models/languageModel.ts';
import { messagesOf, TranscriptBuilder } from '../../../src/core/agent/turn/transcript.ts';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import type { ThreadState } from '../../../src/shared/thread/threadState.ts';
import type { ResultBlock } from '../../../src/shared/thread/resultBlock.ts';
import { aTurn, stateOf } from './fakes/aConversation.ts';
import type { ARound } from './fakes/aConversation.ts';
import { assertPaired } from './fakes/pairing.ts';

const long = 'x'.repeat(30_000);
const image: ResultBlock = {
  type: 'image',
  artifact: { id: 'tour/logo/00-image-0123456789abcdef.png', mimeType: 'image/png', bytes: 3 },
  isForModel: true,
};

class Reading {
  readonly reads: string[] = [];
  readonly #builder = new TranscriptBuilder();

  messages(events: readonly ThreadEvent[]): Promise<ModelMessage[]> {
    return this.ofState(stateOf(...events));
  }

  async ofState(state: ThreadState): Promise<ModelMessage[]> {
    const artifacts = {
      read: (_threadId: string, id: string) => {
        this.reads.push(id);
        return Promise.resolve({ mimeType: 'image/png', bytes: Buffer.from('png') });
      },
    };
    const options = { threadId: 'thread-1', takesImages: true, artifacts, modelId: 'acme/large' };
    return messagesOf(await this.#builder.build(state, options));
  }
}

/** Turns with one long result each. */
function turns(count: number, result: string | ResultBlock = long): ThreadEvent[] {
  return Array.from({ length: count }, (_, index) =>
    aTurn({ id: `t${index}`, rounds: [{ calls: [[`c${index}`, result]] }, { says: 'Done.' }] }),
  ).flat();
}

/** Ids of the calls whose results are there whole. */
function whole(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap((message) =>
    message.role === 'tool'
      ? message.results
          .filter(({ content }) => JSON.stringify(content).includes(long))
          .map((result) => result.toolCallId)
      : [],
  );
}

describe('results of old rounds, in the transcript', () => {
  it('are whole in the latest turns and cut to a head in older ones, with the way to read the whole', async () => {
    const messages = await new Reading().messages(turns(9));
    assertPaired(messages);
    assert.deepEqual(whole(messages), ['c4', 'c5', 'c6', 'c7', 'c8']);
    const cut = messages.find((message) => message.role === 'tool');
    assert.match(
      JSON.stringify(cut),
      /1500 of 30000 characters\. The whole is readable with read_artifact under the id \\"call\/c0\/0\\"/,
    );
    assert.ok(JSON.stringify(cut).length < 2_500);
  });

  it('are cut four turns at a time, so that what providers keep of a conversation stays good between', async () => {
    const reading = new Reading();
    let before = await reading.messages(turns(1));
    const changes: number[] = [];
    for (let count = 2; count <= 20; count += 1) {
      const messages = await reading.messages(turns(count));
      if (JSON.stringify(messages.slice(0, before.length)) !== JSON.stringify(before)) changes.push(count);
      before = messages;
    }
    assert.deepEqual(changes, [8, 12, 16, 20]);
  });

  it('are cut in a very long turn, too, eight rounds at a time', async () => {
    const rounds = (count: number): ARound[] =>
      Array.from({ length: count }, (_, index) => ({ calls: [[`r${index}`, long]] }));
    const reading = new Reading();
    const at15 = await reading.messages(aTurn({ id: 't', rounds: rounds(15), isEnded: false }));
    assert.equal(whole(at15).length, 15);
    const at16 = await reading.messages(aTurn({ id: 't', rounds: rounds(16), isEnded: false }));
    assert.deepEqual(whole(at16), ['r8', 'r9', 'r10', 'r11', 'r12', 'r13', 'r14', 'r15']);
    const ended = await reading.messages(aTurn({ id: 't', rounds: rounds(16) }));
    assert.deepEqual(ended, at16);
  });

  it('stay whole when they are short', async () => {
    const messages = await new Reading().messages(turns(9, 'Booked.'));
    assert.equal(JSON.stringify(messages).match(/Booked\./g)?.length, 9);
  });

  it('name their images instead of showing them, and no bytes are read for those', async () => {
    const reading = new Reading();
    const messages = await reading.messages(turns(8, image));
    assert.equal(reading.reads.length, 4);
    assert.match(
      JSON.stringify(messages[2]),
      /\[Image \(image\/png, 3 bytes\) is stored as .*; it is not shown again\.\]/,
    );
  });

  it('keep no bytes of images between rounds', async () => {
    const reading = new Reading();
    const state = stateOf(...turns(2, image));
    assert.deepEqual(await reading.ofState(state), await reading.ofState(state));
    assert.equal(reading.reads.length, 4);
  });

  it('tell of many blocks with one line', async () => {
    const blocks = Array.from({ length: 300 }, (_, index): ResultBlock => ({
      type: 'text',
      text: `line ${index} `.repeat(9),
    }));
    const events = turns(8).map((event): ThreadEvent =>
      event.type === 'toolCallEnded' && event.toolCallId === 'c0' ? { ...event, blocks } : event,
    );
    const [, , result] = await new Reading().messages(events);
    assert.match(JSON.stringify(result), /one by one under the ids \\"call\/c0\/\d+\\" to \\"call\/c0\/299\\"/);
    assert.ok(JSON.stringify(result).length < 3_000);
  });
});

describe('a block that lives in the conversation', () => {
  it('is found by the id that its cut result names, those of a late answer after the result’s own', () => {
    const late: ThreadEvent = {
      type: 'lateResultArrived',
      at: 2,
      turnId: 't0',
      toolCallId: 'c0',
      isError: false,
      blocks: [{ type: 'text', text: 'Late.' }],
    };
    const failed = turns(2).map((event): ThreadEvent =>
      event.type === 'toolCallEnded' && event.toolCallId === 'c0' ? { ...event, status: 'failed' } : event,
    );
    const state = stateOf(...failed, late);
    assert.deepEqual(findConversationBlock(state, 'call/c0/0'), { type: 'text', text: long });
    assert.deepEqual(findConversationBlock(state, 'call/c0/1'), { type: 'text', text: 'Late.' });
  });

  it('is not found under ids of other forms, of other branches or of nothing', () => {
    const state = stateOf(...turns(2), ...aTurn({ id: 'other', parentId: 't0' }));
    for (const id of [
      'call/c0/1',
      'call/c1/0',
      'call/c0',
      'c0/0',
      'tour/book/00-text-0123456789abcdef.txt',
      'call/c0/-1',
    ]) {
      assert.equal(findConversationBlock(state, id), undefined, id);
    }
    assert.ok(findConversationBlock(state, 'call/c0/0'));
  });

  it('makes reading useful once a result is long', () => {
    assert.equal(hasConversationBlocks(stateOf(...turns(2, 'short'))), false);
    assert.equal(hasConversationBlocks(stateOf(...turns(1))), true);
  });
});
