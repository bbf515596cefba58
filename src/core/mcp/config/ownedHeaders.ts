/** Headers that frame a message or concern one hop of the network alone (RFC 9110 §7.6.1 and §7.2, RFC 9112 §6). */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that say what the protocol has found out or asks for (S25 and S26 transports/streamable-http). */
const ofProtocol = /^(?:mcp-(?:session-id|protocol-version|method|name|param-.*)|last-event-id)$/u;

/** Written by many, to no effect: the protocol sets them to the only values that do. */
const setAnyway: ReadonlySet<string> = new Set(['accept', 'content-type']);

/**
 * Who sets a header that nobody else may: with it, requests would fail or be taken for others. Undefined for any other
 * header.
 */
export function ownerOfHeader(name: string): 'the connection' | 'the protocol' | undefined {
  const lower = name.toLowerCase();
  if (ofConnection.has(lower)) return 'the connection';
  return ofProtocol.test(lower) ? 'the protocol' : undefined;
}

/** Whether a header has no effect where it is configured, and does no harm. */
export function isSetAnyway(name: string): boolean {
  return setAnyway.has(name.toLowerCase());
}
