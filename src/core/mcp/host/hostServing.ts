import type { Client, ClientCapabilities } from '@modelcontextprotocol/client';
import * as z from 'zod/mini';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { ServerDefinition } from '../config/serverDefinition.ts';
import { askingRequest } from './askingRequest.ts';
import type { AskingRequest, HostHandlers } from './hostHandlers.ts';
import type { OpenQuestions } from './openQuestions.ts';
import { answerElicitation, serveCompletion } from './servedElicitation.ts';
import { ServedRequests } from './servedRequests.ts';
import { announceRoots, listedRoots } from './servedRoots.ts';
import { answerSampling } from './servedSampling.ts';

/** What of a definition decides what its server may ask for. */
type ServedDefinition = Pick<ServerDefinition, 'name' | 'givesRoots' | 'sampling'>;

/** Whom a client's server may ask, and for how long. */
export interface HostServing {
  readonly definition: ServedDefinition;
  readonly handlers: HostHandlers;
  /** Aborts when the connection is over, whatever ended it. */
  readonly over: AbortSignal;
  /** Counts what is being answered. */
  readonly questions: OpenQuestions;
  /** Takes a line for the server's log. */
  readonly log: (line: string) => void;
}

/** A result of JSON-RPC. */
type Answer = Record<string, unknown>;

/** How a request came. */
export interface Asked {
  readonly server: string;
  /** Aborts when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  readonly asking: AskingRequest | undefined;
}

type Work = (params: JsonObject, asked: Asked) => Answer | Promise<Answer>;

/** The parameters as they came: the schemas of the SDK drop what they do not know. */
const anyParams = { params: z.looseObject({}) };

/** What a client declares to a server: no more than a surface serves and the definition allows. */
export function capabilitiesFor(definition: ServedDefinition, handlers: HostHandlers): ClientCapabilities {
  const { elicitation, sampling, roots } = servedOf(definition, handlers);
  const modes = elicitation && {
    ...(elicitation.modes.includes('form') && { form: {} }),
    ...(elicitation.modes.includes('url') && { url: {} }),
  };
  return {
    ...(modes && { elicitation: modes }),
    ...(sampling && { sampling: {} }),
    ...(roots && { roots: { listChanged: true } }),
  };
}

/**
 * Registers what a server may ask of the host, to be called before the handshake with a client that declares
 * `capabilitiesFor` the same. Serves both eras: requests of the server up to 2025-11-25, and from 2026-07-28 the
 * inputs that its results ask for, which the client passes to the same handlers. `ping` is the client's own.
 *
 * All that comes from the server is checked before a surface sees it. What is malformed or out of bounds is an error
 * for the server; so is a handler that throws, with a line in the server's log.
 */
export function serveHost(client: Client, serving: HostServing): void {
  const { definition, handlers, over, questions, log } = serving;
  const { elicitation, sampling, roots } = servedOf(definition, handlers);
  const requests = new ServedRequests({ over, questions, log });
  const serve = (method: string, work: Work): void =>
    client.setRequestHandler(method, anyParams, (params, { mcpReq }) => {
      const isSent = client.getProtocolEra() !== 'modern';
      const asking = askingRequest();
      return requests.answer(method, { takenBack: mcpReq.signal, isSent }, (signal) =>
        work(params as JsonObject, { server: definition.name, signal, asking }),
      );
    });

  if (elicitation) {
    serve('elicitation/create', (params, asked) => answerElicitation(elicitation, params, asked));
    serveCompletion(client, elicitation, definition.name);
  }
  if (sampling) {
    serve('sampling/createMessage', (params, asked) => answerSampling(sampling, params, asked));
  }
  if (roots) {
    serve('roots/list', () => ({ roots: listedRoots(roots.list()) }));
    announceRoots(client, roots, serving);
  }
}

/** The handlers that count for a server. */
function servedOf({ givesRoots, sampling }: ServedDefinition, handlers: HostHandlers): HostHandlers {
  return {
    ...(handlers.elicitation && handlers.elicitation.modes.length > 0 && { elicitation: handlers.elicitation }),
    ...(handlers.sampling && sampling !== 'deny' && { sampling: handlers.sampling }),
    ...(handlers.roots && givesRoots && { roots: handlers.roots }),
  };
}
