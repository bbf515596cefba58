import { EventMeter } from './eventMeter.ts';
import { MessageTooLongError } from './messageTooLongError.ts';

/** One message (contract §10). */
export const maxMessageBytes = 10 * 1024 * 1024;

/** As much of the body of a refusal as can say why. */
const maxRefusalBytes = 64 * 1024;

/**
 * The same answer with a body of which no message is longer than the limit: a body of events is bounded per event,
 * any other as a whole. Past that, `onTooLong` is called, and reading fails with the same error. The body of an answer
 * that is no success is cut instead. Counts what is read, so after decompression.
 */
export function boundedResponse(response: Response, onTooLong: (error: MessageTooLongError) => void): Response {
  const { body, status, statusText, headers } = response;
  if (!body) return response;
  const guard = response.ok ? limit(isEventStream(response), onTooLong) : cut();
  return new Response(body.pipeThrough(guard), { status, statusText, headers: [...headers] });
}

function isEventStream({ headers }: Response): boolean {
  return /^text\/event-stream\s*(?:;|$)/iu.test(headers.get('content-type') ?? '');
}

function limit(isOfEvents: boolean, onTooLong: (error: MessageTooLongError) => void): ByteTransform {
  const events = new EventMeter();
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if ((isOfEvents ? events.longestWith(chunk) : bytes) <= maxMessageBytes) return controller.enqueue(chunk);
      const error = new MessageTooLongError();
      onTooLong(error);
      controller.error(error);
    },
  });
}

function cut(): ByteTransform {
  let left = maxRefusalBytes;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.byteLength;
      if (left <= 0) controller.terminate();
    },
  });
}

type ByteTransform = TransformStream<Uint8Array, Uint8Array>;
