import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '../../src/shared/base/json.ts';

/** What the server answers every request with. */
export interface ReplayedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** Bytes written at a time; all at once when missing. */
  readonly bytesAtATime?: number;
  /** Drops the connection after the body instead of ending the answer. */
  readonly isCut?: boolean;
  /** Leaves the answer open after the body. */
  readonly isHeld?: boolean;
}

export interface ReceivedRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
  /** Resolves when the connection of the answer is closed or the answer is complete. */
  readonly closed: Promise<unknown>;
}

/** An endpoint on loopback that answers with recorded bytes and keeps what it was asked. */
export class ReplayServer {
  readonly requests: ReceivedRequest[] = [];
  readonly #server: Server;

  private constructor(answer: ReplayedAnswer) {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        const { url = '', headers } = request;
        this.requests.push({ url, headers, body: JSON.parse(body) as JsonObject, closed: once(response, 'close') });
        response.writeHead(answer.status ?? 200, { 'content-type': 'text/event-stream', ...answer.headers });
        const bytes = Buffer.from(answer.body);
        const step = answer.bytesAtATime ?? bytes.length;
        for (let at = 0; at < bytes.length; at += step) response.write(bytes.subarray(at, at + step));
        if (answer.isCut) response.write('', () => response.destroy());
        else if (!answer.isHeld) response.end();
      });
    });
  }

  static async start(answer: ReplayedAnswer): Promise<ReplayServer> {
    const replay = new ReplayServer(answer);
    replay.#server.listen(0, '127.0.0.1');
    await once(replay.#server, 'listening');
    return replay;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async dispose(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Recorded events, one's data a line, as a stream of server-sent events. */
export function eventStream(lines: string): string {
  const events = lines.split('\n').filter((line) => line.trim() !== '');
  return events.map((line) => `data: ${line}\n\n`).join('');
}
