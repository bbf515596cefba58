import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Definition of the built tour server. */
export function tourDefinition(server: string): { command: string; args: string[] } {
  return { command: 'node', args: [server] };
}

/** Definition of the reference server that offers everything, from npm. */
export const everything = {
  command: 'node',
  args: [fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js')), 'stdio'],
};

/** The same server, with everything it is sent written to a file. */
export function recorded(log: string, { command, args }: { command: string; args: string[] }): object {
  const pipe = fileURLToPath(new URL('../../servers/recordingPipe.mjs', import.meta.url));
  return { command: 'node', args: [pipe, log, command, ...args] };
}

/** The parameters of each request of this method that was recorded, in order. */
export async function requestsOf(log: string, method: string): Promise<unknown[]> {
  const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
  const messages = lines.map((line) => JSON.parse(line) as { method?: string; params?: Record<string, unknown> });
  assert.ok(
    messages.some((message) => message.method === 'initialize' || message.method === 'server/discover'),
    'nothing was recorded',
  );
  return messages.filter((message) => message.method === method).map(({ params }) => withoutMeta(params));
}

function withoutMeta(params: Record<string, unknown> = {}): unknown {
  return Object.fromEntries(Object.entries(params).filter(([name]) => name !== '_meta'));
}
