import * as z from 'zod/mini';

/** A stored piece of a result: see contract §4, "Artifacts". */
const artifactSchema = z.object({
  /** `<server>/<tool>/<file>`; what `read_artifact` and the view use to fetch it. */
  id: z.string(),
  mimeType: z.string(),
  /** Size of the stored file in bytes. */
  bytes: z.number(),
});
export type Artifact = z.infer<typeof artifactSchema>;

/**
 * Points at content too large to travel with the state; the view fetches it with `content/read`.
 * `block` is the index of the block in the tool call's result or the message's material.
 */
export const contentRefSchema = z.object({
  threadId: z.string(),
  /** What owns the block: a tool call, material, or another part of a turn that the host names. */
  ownerId: z.string(),
  block: z.number(),
  /** Whole length in UTF-16 code units. */
  chars: z.number(),
});
export type ContentRef = z.infer<typeof contentRefSchema>;

const cut = z.optional(contentRefSchema);

/**
 * One block of converted content: what a server sent, made safe to store, show and give to a model.
 * Base64 never appears here; binary content is an artifact. `cut` is present only in the view's copy, where
 * `text` is a head of the whole.
 */
export const resultBlockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), cut }),
  /** `structuredContent` as pretty-printed JSON. */
  z.object({ type: z.literal('json'), text: z.string(), cut }),
  /** An embedded or read resource with its text. */
  z.object({
    type: z.literal('resource'),
    server: z.string(),
    uri: z.string(),
    mimeType: z.optional(z.string()),
    text: z.string(),
    cut,
  }),
  z.object({
    type: z.literal('resourceLink'),
    server: z.string(),
    uri: z.string(),
    name: z.optional(z.string()),
    mimeType: z.optional(z.string()),
  }),
  /** An image; its bytes are in the artifact. `isForModel` says that it is of a kind and size that models take. */
  z.object({
    type: z.literal('image'),
    artifact: artifactSchema,
    isForModel: z.boolean(),
    uri: z.optional(z.string()),
  }),
  /** Content that was stored instead of shown: long text (with an excerpt of its head), audio, other blobs. */
  z.object({
    type: z.literal('artifact'),
    kind: z.enum(['text', 'audio', 'blob']),
    artifact: artifactSchema,
    /** Length of the whole text, for `kind: "text"`. */
    chars: z.optional(z.number()),
    excerpt: z.optional(z.string()),
    uri: z.optional(z.string()),
  }),
  /** Stands for a block that could not be converted; says which and why. */
  z.object({ type: z.literal('placeholder'), text: z.string() }),
]);
export type ResultBlock = z.infer<typeof resultBlockSchema>;
