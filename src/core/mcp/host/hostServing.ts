import type { Client, ClientCapabilities } from '@modelcontextprotocol/client';
import * as z from 'zod/mini';
import type { JsonObject } from '../../../shared/base/json.ts';
import { isNestedTooDeeply } from '../catalog/nesting.ts';
import type { ServerDefinition } from '../config/serverDefinition.ts';
import { reasonOf } from '../errorReason.ts';
import { readForm, readUrl } from './elicitationRequest.ts';
import { compileForm, schemaFault } from './formSchema.ts';
import type { FormCheck } from './formSchema.ts';
import type { Elicitation, ElicitationAnswer, HostHandlers, Root, SamplingAnswer } from './hostHandlers.ts';
import { HostRefusal } from './hostRefusal.ts';
import type { OpenQuestions } from './openQuestions.ts';
import { ServedRequests } from './servedRequests.ts';

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

type Elicitations = NonNullable<HostHandlers['elicitation']>;
type Sampling = NonNullable<HostHandlers['sampling']>;
type Roots = NonNullable<HostHandlers['roots']>;

/** A result of JSON-RPC. */
type Answer = Record<string, unknown>;

/** The parameters as they came: the schemas of the SDK drop what they do not know. */
const anyParams = { params: z.looseObject({}) };

const maxSamplingChars = 1_000_000;
const maxIdChars = 1_000;

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
  const serve = (method: string, work: (params: JsonObject, signal: AbortSignal) => Answer | Promise<Answer>): void =>
    client.setRequestHandler(method, anyParams, (params, { mcpReq }) => {
      const isSent = client.getProtocolEra() !== 'modern';
      return requests.answer(method, { takenBack: mcpReq.signal, isSent }, (signal) =>
        work(params as JsonObject, signal),
      );
    });

  if (elicitation) {
    serve('elicitation/create', (params, signal) => answerElicitation(elicitation, definition.name, params, signal));
    serveCompletion(client, elicitation, definition.name);
  }
  if (sampling) {
    serve('sampling/createMessage', (params, signal) => answerSampling(sampling, definition.name, params, signal));
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

async function answerElicitation(
  { elicit }: Elicitations,
  server: string,
  params: JsonObject,
  signal: AbortSignal,
): Promise<Answer> {
  // The client has refused modes that are not declared. Without a word about it, it is a form.
  if (params['mode'] === 'url') {
    const { action } = await elicit(readUrl(server, params), signal);
    return { action };
  }
  const form = readForm(server, params);
  const check = await compileForm(form.requestedSchema).catch((error: unknown) => {
    throw new HostRefusal('invalid', schemaFault(error));
  });
  return checkedAnswer(form, await elicit(form, signal), check);
}

function checkedAnswer(form: Elicitation, answer: ElicitationAnswer, check: FormCheck): Answer {
  if (answer.action !== 'accept') return { action: answer.action };
  const content = answer.content ?? {};
  const problem = check(content);
  if (problem !== undefined) throw new Error(`the values given for "${form.server}" do not fit its form: ${problem}`);
  return { action: 'accept', content };
}

async function answerSampling(
  { sample }: Sampling,
  server: string,
  params: JsonObject,
  signal: AbortSignal,
): Promise<Answer> {
  // S25 client/sampling: tools that were not declared must be refused.
  if ('tools' in params || 'toolChoice' in params) {
    throw new HostRefusal('invalid', 'Sampling with tools is not supported.');
  }
  const { maxTokens } = params;
  if (!Number.isSafeInteger(maxTokens) || Number(maxTokens) < 1) {
    throw new HostRefusal('invalid', '"maxTokens" must be a positive whole number.');
  }
  if (isNestedTooDeeply(params)) throw new HostRefusal('invalid', 'The request is nested too deeply.');
  if (JSON.stringify(params).length > maxSamplingChars) {
    throw new HostRefusal('invalid', `The request is longer than ${maxSamplingChars} characters.`);
  }
  const answer: SamplingAnswer = await sample({ server, params }, signal);
  return { ...answer };
}

/** Only the legacy era has it; unknown identifiers are for the surface to ignore, which knows whom it sent where. */
function serveCompletion(client: Client, { onDidComplete }: Elicitations, server: string): void {
  if (!onDidComplete) return;
  client.setNotificationHandler('notifications/elicitation/complete', ({ params: { elicitationId } }) => {
    if (elicitationId.length <= maxIdChars) onDidComplete(server, elicitationId);
  });
}

/** Roots of other kinds than folders have no meaning yet, and the SDK would refuse the whole answer for them. */
function listedRoots(roots: readonly Root[]): readonly Root[] {
  return roots.filter(({ uri }) => uri.startsWith('file://'));
}

/** The modern era has no such notification: a server asks for the roots when it needs them. */
function announceRoots(client: Client, { onDidChange }: Roots, { over, log }: HostServing): void {
  const subscription = onDidChange(() => {
    if (client.getProtocolEra() !== 'legacy') return;
    client
      .notification({ method: 'notifications/roots/list_changed' })
      .catch((error: unknown) => log(`(roots) the change could not be announced: ${reasonOf(error)}`));
  });
  if (over.aborted) subscription.dispose();
  else over.addEventListener('abort', () => subscription.dispose(), { once: true });
}
