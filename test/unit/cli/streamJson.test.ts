import assert from 'node:assert/strict';
import { streamObject } from '../../../src/cli/streamJson.ts';
import type { StreamObject } from '../../../src/cli/streamObject.ts';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import { reduceThread } from '../../../src/shared/thread/threadReducer.ts';
import { emptyThread } from '../../../src/shared/thread/threadState.ts';

const ofTurn = { at: 1, turnId: 'turn-1' };
const ofCall = { ...ofTurn, toolCallId: 'call-1' };
const artifact = { id: 'tour/map/01-image-0123456789abcdef.png', mimeType: 'image/png', bytes: 12 };

/** As the events left it. */
const thread = [
  { ...ofTurn, type: 'turnStarted', text: 'Hello' } as const,
  {
    ...ofTurn,
    type: 'elicitationRequested',
    elicitationId: 'e-1',
    server: 'tour',
    question: { mode: 'form', message: 'Who travels?', requestedSchema: {} },
  } as const,
].reduce(reduceThread, emptyThread('thread-1', 0));

const told: readonly [string, ThreadEvent, StreamObject][] = [
  [
    'a warning with its code, server and message',
    { ...ofTurn, type: 'warning', warning: { code: 'mention_failed', server: 'tour', message: 'Gone.' } },
    { type: 'warning', code: 'mention_failed', server: 'tour', message: 'Gone.' },
  ],
  [
    'attached material by server, URI and length, without its text',
    {
      ...ofTurn,
      type: 'materialAttached',
      materialId: 'm-1',
      origin: 'mention',
      server: 'tour',
      uri: 'docs://handbook',
      chars: 5,
      blocks: [{ type: 'text', text: 'Rules' }],
    },
    { type: 'attached', server: 'tour', uri: 'docs://handbook', chars: 5 },
  ],
  ['a piece of the answer', { ...ofTurn, type: 'textDelta', delta: 'Hel' }, { type: 'text', delta: 'Hel' }],
  ['a piece of the reasoning', { ...ofTurn, type: 'reasoningDelta', delta: 'Hm' }, { type: 'reasoning', delta: 'Hm' }],
  [
    "a call of a server's tool under both names",
    {
      ...ofCall,
      type: 'toolCallReady',
      name: 'mcp__tour__book_trip',
      target: { kind: 'tool', server: 'tour', tool: 'book-trip' },
      input: { city: 'Paris' },
    },
    {
      type: 'tool_call',
      id: 'call-1',
      name: 'mcp__tour__book_trip',
      server: 'tour',
      tool: 'book-trip',
      input: { city: 'Paris' },
    },
  ],
  [
    'a resource read under an alias as a call of access_mcp_resource on its server',
    {
      ...ofCall,
      type: 'toolCallReady',
      name: 'ReadMcpResourceTool',
      target: { kind: 'resource', server: 'tour', uri: 'docs://handbook' },
      input: { server: 'tour', uri: 'docs://handbook' },
    },
    {
      type: 'tool_call',
      id: 'call-1',
      name: 'ReadMcpResourceTool',
      server: 'tour',
      tool: 'access_mcp_resource',
      input: { server: 'tour', uri: 'docs://handbook' },
    },
  ],
  [
    'the sign-in to a server as a tool of it',
    {
      ...ofCall,
      type: 'toolCallReady',
      name: 'mcp__tracker__authenticate',
      target: { kind: 'signIn', server: 'tracker', url: 'https://tracker.example/mcp' },
      input: {},
    },
    {
      type: 'tool_call',
      id: 'call-1',
      name: 'mcp__tracker__authenticate',
      server: 'tracker',
      tool: 'authenticate',
      input: {},
    },
  ],
  [
    'a call of a built-in tool without a server',
    {
      ...ofCall,
      type: 'toolCallReady',
      name: 'ListMcpResourcesTool',
      target: { kind: 'builtin', name: 'list_mcp_resources' },
      input: {},
    },
    { type: 'tool_call', id: 'call-1', name: 'ListMcpResourcesTool', tool: 'list_mcp_resources', input: {} },
  ],
  [
    'a call of a tool that does not exist, with the input as the model wrote it',
    { ...ofCall, type: 'toolCallReady', name: 'fly', target: { kind: 'unknown' }, input: '{"to":' },
    { type: 'tool_call', id: 'call-1', name: 'fly', tool: 'fly', input: '{"to":' },
  ],
  [
    'a decision without the note of a person',
    { ...ofCall, type: 'approvalResolved', decision: 'denied', by: 'default', note: 'no' },
    { type: 'approval', toolCallId: 'call-1', decision: 'denied', by: 'default' },
  ],
  [
    'progress',
    { ...ofCall, type: 'toolCallProgress', progress: 1, total: 3, message: 'Booking' },
    { type: 'progress', toolCallId: 'call-1', progress: 1, total: 3, message: 'Booking' },
  ],
  [
    'a result as the model gets it, with what was stored',
    {
      ...ofCall,
      type: 'toolCallEnded',
      status: 'completed',
      blocks: [
        { type: 'text', text: 'Booked.' },
        { type: 'json', text: '{}' },
        { type: 'artifact', kind: 'blob', artifact },
      ],
    },
    {
      type: 'tool_result',
      toolCallId: 'call-1',
      isError: false,
      text: [
        'Booked.',
        'Structured content:',
        '{}',
        `[Binary content (image/png, 12 bytes) is stored as "${artifact.id}".]`,
      ].join('\n\n'),
      artifacts: [artifact],
    },
  ],
  [
    'a denial as a result that is an error',
    {
      ...ofCall,
      type: 'toolCallEnded',
      status: 'cancelled',
      reason: 'denied',
      blocks: [{ type: 'text', text: 'Denied.' }],
    },
    { type: 'tool_result', toolCallId: 'call-1', isError: true, text: 'Denied.', artifacts: [] },
  ],
  [
    'a call that was given up with the words that the model reads of it',
    { ...ofCall, type: 'toolCallEnded', status: 'cancelled', reason: 'skipped', blocks: [] },
    {
      type: 'tool_result',
      toolCallId: 'call-1',
      isError: true,
      text: 'This call was not carried out.',
      artifacts: [],
    },
  ],
  [
    'the tokens of a round',
    { ...ofTurn, type: 'roundEnded', usage: { inputTokens: 3, outputTokens: 4 } },
    { type: 'usage', inputTokens: 3, outputTokens: 4 },
  ],
  [
    'what became of the question of a server',
    { ...ofTurn, type: 'elicitationResolved', elicitationId: 'e-1', action: 'cancel', by: 'default' },
    { type: 'elicitation', server: 'tour', mode: 'form', action: 'cancel' },
  ],
  [
    'the answer to a built-in command as text',
    { ...ofTurn, type: 'commandAnswered', text: '# Help' },
    { type: 'text', delta: '# Help' },
  ],
];

const untold: readonly ThreadEvent[] = [
  { at: 1, type: 'threadCreated', version: 1, threadId: 'thread-1' },
  { ...ofTurn, type: 'turnStarted', text: 'Hello' },
  { ...ofTurn, type: 'promptInserted', server: 'tour', prompt: 'plan_trip', arguments: {}, messages: [] },
  { ...ofCall, type: 'toolCallStarted', name: 'fly' },
  { ...ofCall, type: 'approvalRequested', reason: 'It asks.' },
  { ...ofCall, type: 'toolCallRunning' },
  { ...ofTurn, type: 'modelRetryScheduled', attempt: 1, retryAt: 5, message: 'Busy.' },
  {
    ...ofTurn,
    type: 'elicitationRequested',
    elicitationId: 'e-1',
    server: 'tour',
    question: { mode: 'form', message: 'Who?', requestedSchema: {} },
  },
  { ...ofTurn, type: 'roundEnded' },
  { ...ofTurn, type: 'turnEnded', status: 'completed' },
];

describe('the stream-json projection', () => {
  for (const [what, event, expected] of told) {
    it(`tells ${what}`, () => assert.deepEqual(written(streamObject(event, thread)), expected));
  }

  for (const event of untold) {
    it(`says nothing of ${event.type}${event.type === 'roundEnded' ? ' without usage' : ''}`, () =>
      assert.equal(streamObject(event, thread), undefined));
  }

  it('says nothing of the end of a question that it does not know', () => {
    const event = {
      ...ofTurn,
      type: 'elicitationResolved',
      elicitationId: 'e-2',
      action: 'cancel',
      by: 'default',
    } as const;
    assert.equal(streamObject(event, thread), undefined);
  });
});

/** As a reader of the line gets it: fields without a value are not there. */
function written(object: StreamObject | undefined): unknown {
  return object && JSON.parse(JSON.stringify(object));
}
