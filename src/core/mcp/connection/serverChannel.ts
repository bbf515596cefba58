import type { Client, ClientCapabilities } from '@modelcontextprotocol/client';
import type { ConnectionState } from './connectionState.ts';
import type { EraVerdict } from './eraVerdict.ts';

/** How Patchbay introduces itself to servers. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

export interface HandshakeOptions {
  readonly clientInfo: ClientInfo;
  /** What a server may ask of this host. */
  readonly capabilities: ClientCapabilities;
  /** Called before each handshake, to register what the server may send from the first message on. */
  readonly prepare: (client: Client) => void;
  /** Whether the connection is no longer wanted: nothing is tried again then. */
  readonly isOver: () => boolean;
  readonly timeoutMs: number;
  /**
   * What was found out at an earlier connection to the same definition: that is tried first, without probing. When it
   * no longer holds, everything is tried from the start.
   */
  readonly verdict: EraVerdict | undefined;
}

/** A client that has shaken hands. */
export interface OpenedClient {
  readonly client: Client;
  /** To be remembered for the next connection. */
  readonly verdict: EraVerdict;
}

/** How the life of a connection ends that nobody ended. */
export type LostState = Extract<ConnectionState, { readonly status: 'failed' | 'needsAuth' }>;

/**
 * The way to one server in one life of a connection: a child process, HTTP or a WebSocket. It knows which eras and
 * variants to try, what its failures mean to a person, and leaves nothing behind when it is closed.
 */
export interface ServerChannel {
  /** Connects, whichever era the server speaks; to be called once. Rejects with the error of the last attempt. */
  open(options: HandshakeOptions): Promise<OpenedClient>;
  /** Says why `open` rejected, and what to do. */
  describeOpenError(error: unknown): Promise<LostState>;
  /** Says that `open` took too long. */
  describeTimeout(timeoutMs: number): LostState;
  /** Says why an open connection ended by itself. `error` is what showed that it has, where something did. */
  describeLoss(error?: unknown): LostState;
  /** Whether what `open` gave has ended meanwhile. */
  readonly isLost: boolean;
  /** Ends it. Resolves when nothing of it is left, after two seconds at most. */
  close(): Promise<void>;
}
