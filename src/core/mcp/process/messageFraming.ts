import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/client';

/** The SDK's form of a message on a pipe: one line of JSON. Apart from its users, who load it late. */
export const messageFraming = { toLine: serializeMessage, toMessage: deserializeMessage };
export type MessageFraming = typeof messageFraming;
