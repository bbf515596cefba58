import type { Event } from '../../../shared/base/emitter.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { RequestUnderWay } from './askingRequest.ts';

/** A server asks for values that a person fills in. */
export interface FormElicitation {
  readonly mode: 'form';
  readonly server: string;
  /** Untrusted text of the server. */
  readonly message: string;
  /** A flat object schema, as the server gave it (reference: the specification's "client/elicitation"). */
  readonly requestedSchema: JsonObject;
}

/** A server asks a person to go to an address. What happens there never comes back through the host. */
export interface UrlElicitation {
  readonly mode: 'url';
  readonly server: string;
  readonly message: string;
  /** Never fetched, and opened only with the person's consent. */
  readonly url: string;
  /** Named in the notice that it is done; only the legacy era has it. */
  readonly elicitationId?: string | undefined;
}

export type Elicitation = FormElicitation | UrlElicitation;

export type ElicitationAnswer =
  | { readonly action: 'accept'; readonly content?: JsonObject | undefined }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** A server asks for an answer of the host's model. */
export interface SamplingRequest {
  readonly server: string;
  /** The parameters of `sampling/createMessage`, as the server gave them. */
  readonly params: JsonObject;
}

/** The result of `sampling/createMessage`. */
export interface SamplingAnswer {
  readonly role: 'assistant';
  readonly model: string;
  readonly content: JsonObject | readonly JsonObject[];
  readonly stopReason?: string | undefined;
}

/** A folder that a server may work in. */
export interface Root {
  /** A `file://` URI. */
  readonly uri: string;
  readonly name?: string | undefined;
}

/** What of the asking request concerns a surface. */
export type AskingRequest = Pick<RequestUnderWay, 'origin'>;

/**
 * What servers may ask of the host, as far as a surface can serve it: a part that is missing is not declared to any
 * server. The signal of a request aborts when the server takes it back, goes away, or the hub ends. `asking` is the
 * request to the server because of which it asks; undefined where the protocol does not say it.
 */
export interface HostHandlers {
  readonly elicitation?: {
    readonly modes: readonly Elicitation['mode'][];
    readonly elicit: (request: Elicitation, signal: AbortSignal, asking?: AskingRequest) => Promise<ElicitationAnswer>;
    /** A server says that what it sent a person to an address for is done. */
    readonly onDidComplete?: ((server: string, elicitationId: string) => void) | undefined;
  };
  /** Only for servers whose definition does not deny it. */
  readonly sampling?: {
    readonly sample: (request: SamplingRequest, signal: AbortSignal, asking?: AskingRequest) => Promise<SamplingAnswer>;
  };
  /** Only for servers whose definition opts in: some put roots in the place of the folders they were given. */
  readonly roots?: {
    readonly list: () => readonly Root[];
    readonly onDidChange: Event<void>;
  };
}

/** No surface: nothing is declared. */
export const noHostHandlers: HostHandlers = {};
