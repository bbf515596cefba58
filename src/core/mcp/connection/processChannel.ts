import type { Client } from '@modelcontextprotocol/client';
import type { StdioTransportDefinition } from '../config/serverDefinition.ts';
import type { ProcessEnvironment } from '../process/processEnvironment.ts';
import type { ProcessRegistry } from '../process/processRegistry.ts';
import { ProcessTransport } from '../process/processTransport.ts';
import { isSpawnError } from '../process/spawnError.ts';
import { describeConnectError, describeExit, describeStop, describeTimeout } from './connectionFailure.ts';
import type { ConnectionFailure } from './connectionState.ts';
import type { LogTail } from './logTail.ts';
import type { HandshakeOptions, LostState, OpenedClient, ServerChannel } from './serverChannel.ts';

export interface ProcessChannelOptions {
  readonly transport: StdioTransportDefinition;
  readonly environment: ProcessEnvironment;
  readonly registry: ProcessRegistry;
  /** Takes a line for the server's log. */
  readonly log: (line: string) => void;
  /** That log, to quote from. */
  readonly tail: LogTail;
}

/** A server as a child process. */
export class ProcessChannel implements ServerChannel {
  readonly #options: ProcessChannelOptions;
  readonly #transports: ProcessTransport[] = [];
  #searchedPath = '';
  /** Lines in the log before the last process was started. */
  #linesBefore = 0;
  #isClosed = false;

  constructor(options: ProcessChannelOptions) {
    this.#options = options;
  }

  /**
   * Servers older than the modern era may die of its first question or answer it with nonsense, so whatever goes wrong
   * is tried once more, on a new process, the legacy way alone. A server that is remembered as old is connected the
   * legacy way first; it may have been replaced since.
   */
  async open(options: HandshakeOptions): Promise<OpenedClient> {
    const { environment, transport: definition } = this.#options;
    const env = await environment.forServer(definition);
    this.#searchedPath = env['PATH'] ?? '';
    const transport = this.#newTransport(env);
    // Loading the SDK takes as long as many servers take to start: both at the same time.
    transport.launch();
    const { shakeHands } = await import('./negotiation.ts');
    const isOld = options.verdict?.era === 'legacy';
    try {
      return opened(await shakeHands(isOld ? 'legacy' : 'auto', transport, options));
    } catch (error) {
      if (options.isOver() || isSpawnError(error)) throw error;
      return opened(await shakeHands(isOld ? 'auto' : 'legacy', this.#newTransport(env), options));
    }
  }

  get isLost(): boolean {
    return this.#transports.at(-1)?.exit !== undefined;
  }

  async describeOpenError(error: unknown): Promise<LostState> {
    const { transport } = this.#options;
    const last = this.#transports.at(-1);
    return failed(await describeConnectError(error, last, transport, this.#searchedPath, () => this.#logged()));
  }

  describeTimeout(timeoutMs: number): LostState {
    return failed(describeTimeout(timeoutMs, this.#logged()));
  }

  describeLoss(): LostState {
    const last = this.#transports.at(-1);
    if (last?.stopReason) return failed(describeStop(last.stopReason));
    return failed(describeExit(last?.exit ?? { code: null, signal: null, isForced: false }, this.#logged()));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#transports.map((transport) => transport.close()));
  }

  #newTransport(env: Readonly<Record<string, string>>): ProcessTransport {
    if (this.#isClosed) throw new Error('The connection is no longer wanted.');
    const { transport: definition, registry, log } = this.#options;
    const { command, args, cwd } = definition;
    const transport = new ProcessTransport({ command, args, cwd, env, registry, onLog: log });
    this.#transports.push(transport);
    this.#linesBefore = this.#options.tail.total;
    return transport;
  }

  /** What the last process has logged. */
  #logged(): readonly string[] {
    return this.#options.tail.lines(this.#linesBefore);
  }
}

function opened(client: Client): OpenedClient {
  return { client, verdict: { era: client.getProtocolEra() ?? 'legacy', transport: 'stdio' } };
}

function failed(failure: ConnectionFailure): LostState {
  return { status: 'failed', failure };
}
