import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A process that keeps a connection to us as long as it lives. */
export interface Life {
  readonly pid: number;
  /** Resolves when the process is dead: then the system closes its connection, whatever the process wants. */
  readonly ended: Promise<void>;
}

/** Listens for processes that are not ours, so that their end can be waited for. */
export class LifeLines {
  readonly #server: Server;
  readonly #living = new Set<Life>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async listen(): Promise<LifeLines> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LifeLines(server);
  }

  /** What processes connect to, to send their id. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The next process that connects; ask before it is started. */
  async next(): Promise<Life> {
    const [socket] = (await once(this.#server, 'connection')) as [Socket];
    // A killed process may end its connection with an error.
    socket.on('error', () => undefined);
    const [pid] = (await once(socket, 'data')) as [Buffer];
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const life = { pid: Number(pid.toString()), ended };
    this.#living.add(life);
    void ended.then(() => this.#living.delete(life));
    return life;
  }

  /** Kills what still lives, which would never end by itself. */
  async dispose(): Promise<void> {
    for (const { pid } of this.#living) process.kill(pid, 'SIGKILL');
    await Promise.all([...this.#living].map(({ ended }) => ended));
    this.#server.close();
  }
}

/** Fails when the process still lives after that time, which begins now. */
export async function endsWithin({ pid, ended }: Life, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`process ${pid} is still there after ${milliseconds} ms`)), milliseconds);
  });
  await Promise.race([ended, late]).finally(() => clearTimeout(timer));
}
