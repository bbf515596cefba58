import * as z from 'zod/mini';

const idSchema = z.number();

/** JSON-RPC 2.0 framing (jsonrpc.org/specification §4–5), without batches; ids are numbers. */
export const rpcMessageSchema = z.union([
  z.object({
    jsonrpc: z.literal('2.0'),
    id: idSchema,
    method: z.string(),
    params: z.optional(z.unknown()),
  }),
  z.object({ jsonrpc: z.literal('2.0'), id: idSchema, result: z.unknown() }),
  z.object({
    jsonrpc: z.literal('2.0'),
    id: idSchema,
    error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }),
  }),
  z.object({ jsonrpc: z.literal('2.0'), method: z.string(), params: z.optional(z.unknown()) }),
]);
export type RpcMessage = z.infer<typeof rpcMessageSchema>;

/** Codes of JSON-RPC 2.0 §5.1, and ours from the range it leaves to applications. */
export const rpcErrorCode = {
  invalidParams: -32602,
  methodNotFound: -32601,
  internalError: -32603,
  cancelled: -32800,
} as const;

/** A request was answered with an error, timed out, was cancelled, or its peer went away. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
