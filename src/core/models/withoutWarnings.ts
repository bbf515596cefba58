import type { LanguageModelMiddleware } from 'ai';

/**
 * Keeps the SDK from printing its advice to programmers in the terminal of a person. Its own switch is a global, which
 * all extensions of an editor share, so the warnings are taken out where they come from.
 */
export const withoutWarnings: LanguageModelMiddleware = {
  async wrapStream({ doStream }) {
    const answer = await doStream();
    type Part = typeof answer.stream extends ReadableStream<infer T> ? T : never;
    const quiet = new TransformStream<Part, Part>({
      transform(part, controller) {
        controller.enqueue(part.type === 'stream-start' ? { ...part, warnings: [] } : part);
      },
    });
    return { ...answer, stream: answer.stream.pipeThrough(quiet) };
  },
};
