/**
 * A `resources/read` of something that does not exist. The SDK puts `code`, `message` and `data` on the wire as they
 * are; -32002 is "Resource not found" (MCP 2025-11-25, Server Features, Resources, Error Handling).
 */
export class ResourceNotFound extends Error {
  readonly code = -32002;
  readonly data: { readonly uri: string };

  constructor(uri: string, message: string) {
    super(message);
    this.name = 'ResourceNotFound';
    this.data = { uri };
  }
}
