import type { JsonObject, JsonValue } from '../../../src/shared/base/json.ts';
import type { Gate } from './gate.ts';

/** A chat-completions request as it arrived. Header names are in lower case. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body. */
  readonly body: ChatRequestBody;
  /** Settles when the connection of this request is over, whoever ended it. */
  readonly closed: Promise<void>;
}

/** The parts of the protocol's request body that tests look at; what else was sent is there too. */
export interface ChatRequestBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly type: string; readonly function: JsonObject }[];
  readonly [key: string]: unknown;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null | readonly JsonObject[];
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly type: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

/** One thing the server does while it answers. */
export type Step =
  /** Text or reasoning, in deltas of `size` characters. */
  | { readonly do: 'text' | 'reasoning'; readonly text: string; readonly size: number }
  /** A call whose arguments, exactly these characters, come in deltas of `size` characters. */
  | {
      readonly do: 'toolCall';
      readonly id: string;
      readonly name: string;
      readonly argumentsText: string;
      readonly size: number;
    }
  | { readonly do: 'gate'; readonly gate: Gate }
  /** One event with this JSON as its data. */
  | { readonly do: 'chunk'; readonly chunk: JsonObject }
  /** Bytes as they are. */
  | { readonly do: 'raw'; readonly text: string }
  /** Cuts the connection: the client sees a reset or an unexpected end. */
  | { readonly do: 'destroy' }
  /** Ends the answer here, properly for HTTP, with neither finish reason nor `[DONE]`. */
  | { readonly do: 'end' };

/** How the server answers one request. */
export interface Round {
  /** 200 unless it says otherwise. */
  readonly status?: number;
  /** Added to `content-type: text/event-stream`, or instead of it. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  /** Sent after the last step; none for a round that is refused or cut. */
  readonly finish?: {
    readonly reason: string | null;
    /** `prompt_tokens` and `completion_tokens`; left out when the server counts nothing. */
    readonly usage?: { readonly prompt: number; readonly completion: number };
    readonly isDoneSent: boolean;
  };
  /** Reads the request and never says a word, not even headers. */
  readonly isSilent?: boolean;
}

/** Rounds in order, one a request, or a function that looks at the request. */
export type Script = readonly Round[] | ((request: RecordedRequest, index: number) => Round | Promise<Round>);

const defaultUsage = { prompt: 11, completion: 7 };

/** A whole answer: the steps, a finish reason that fits them, usage and `[DONE]`. */
export function anAnswer(steps: readonly Step[], finish: Partial<NonNullable<Round['finish']>> = {}): Round {
  const reason = steps.some((step) => step.do === 'toolCall') ? 'tool_calls' : 'stop';
  return { steps, finish: { reason, usage: defaultUsage, isDoneSent: true, ...finish } };
}

/** An answer of text alone, in deltas of `size` characters. */
export function saying(text: string, size = 8): Round {
  return anAnswer([aText(text, size)]);
}

/** An answer that calls one tool. */
export function calling(name: string, input: JsonValue, id = 'call_1'): Round {
  return anAnswer([aCall(name, JSON.stringify(input), id)]);
}

/** A refusal with this status; an object as body is sent as JSON. */
export function refusing(
  status: number,
  body: string | JsonObject,
  headers: Readonly<Record<string, string>> = {},
): Round {
  const isText = typeof body === 'string';
  return {
    status,
    headers: { 'content-type': isText ? 'text/plain' : 'application/json', ...headers },
    steps: [{ do: 'raw', text: isText ? body : JSON.stringify(body) }],
  };
}

/** A round whose steps end it themselves: cut, ended early, or left open behind a gate. */
export function unfinished(steps: readonly Step[]): Round {
  return { steps };
}

export const silent: Round = { steps: [], isSilent: true };

export function aText(text: string, size = 8): Step {
  return { do: 'text', text, size };
}

export function aReasoning(text: string, size = 8): Step {
  return { do: 'reasoning', text, size };
}

export function aCall(name: string, argumentsText: string, id = 'call_1', size = 6): Step {
  return { do: 'toolCall', id, name, argumentsText, size };
}

export function atGate(gate: Gate): Step {
  return { do: 'gate', gate };
}
