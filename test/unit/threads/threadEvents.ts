import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';

/** A conversation with every kind of event that is kept: material, a prompt, a denied and a completed call, reasoning. */
export function recordedEvents(threadId = 'thread-1'): ThreadEvent[] {
  const turnId = 'turn-1';
  const first = { turnId, toolCallId: 'call-1' };
  const second = { turnId, toolCallId: 'call-2' };
  const handbook = {
    type: 'resource',
    server: 'tour',
    uri: 'docs://handbook',
    text: 'Rule 1 – “größer” 🚂\nRule 2',
  } as const;
  return [
    { type: 'threadCreated', at: 1, version: 1, threadId, workspace: '/home/ada/project' },
    { type: 'turnStarted', at: 2, turnId, text: 'Plan a trip to Zürich 🏔️\nwith @tour:docs://handbook' },
    {
      type: 'materialAttached',
      at: 3,
      turnId,
      materialId: 'material-1',
      origin: 'mention',
      server: 'tour',
      uri: 'docs://handbook',
      chars: 20,
      blocks: [handbook],
    },
    { type: 'warning', at: 4, turnId, warning: { code: 'mention_failed', server: 'tour', message: 'Gone.' } },
    { type: 'reasoningDelta', at: 5, turnId, delta: 'Hm ' },
    { type: 'textDelta', at: 6, turnId, delta: 'Let me ' },
    { type: 'textDelta', at: 7, turnId, delta: 'look.\n' },
    { type: 'toolCallStarted', at: 8, ...first, name: 'mcp__tour__book_trip' },
    {
      type: 'toolCallReady',
      at: 9,
      ...first,
      name: 'mcp__tour__book_trip',
      target: { kind: 'tool', server: 'tour', tool: 'book_trip' },
      input: { city: 'Zürich', days: 3 },
    },
    {
      type: 'toolCallReady',
      at: 10,
      ...second,
      name: 'access_mcp_resource',
      target: { kind: 'resource', server: 'tour', uri: 'docs://handbook' },
      input: { server_name: 'tour', uri: 'docs://handbook' },
    },
    { type: 'roundEnded', at: 11, turnId, usage: { inputTokens: 100, outputTokens: 20 } },
    { type: 'approvalRequested', at: 12, ...first, reason: 'You have not allowed this tool yet.' },
    { type: 'approvalResolved', at: 13, ...first, decision: 'denied', by: 'person', note: 'Too far' },
    {
      type: 'toolCallEnded',
      at: 14,
      ...first,
      status: 'cancelled',
      reason: 'denied',
      blocks: [{ type: 'text', text: 'The user denied this call.' }],
    },
    { type: 'approvalResolved', at: 15, ...second, decision: 'allowed', by: 'mode' },
    { type: 'toolCallRunning', at: 16, ...second },
    { type: 'toolCallEnded', at: 17, ...second, status: 'completed', blocks: [handbook] },
    { type: 'textDelta', at: 18, turnId, delta: 'Here is the plan.' },
    { type: 'roundEnded', at: 19, turnId },
    { type: 'turnEnded', at: 20, turnId, status: 'completed' },
  ];
}
