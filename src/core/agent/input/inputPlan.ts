import type { PromptDefinition, SkillDefinition } from '../../mcp/catalog/catalog.ts';
import type { AttachedResource, SurfaceCommand } from '../threadRunnerPort.ts';

/** A resource named in text. The server may be unknown: resolving says so. The URI is opaque, byte for byte as typed. */
export interface Mention {
  readonly server: string;
  readonly uri: string;
}

/**
 * What typed text asks for (contract §5), decided from what the hub knows at that moment and without any request:
 * - `message`: text for the model, with the skills that it begins with and the resources that it names, each once, in
 *   the order of the text;
 * - `prompt`: a server's prompt with all required arguments;
 * - `needsArguments`: the same with some missing; no request may be made;
 * - `command`: a built-in command that the host answers; no model is asked;
 * - `surfaceCommand`: one that only the surface can carry out;
 * - `compact`: the conversation is to be summarized;
 * - `rejected`: a command that does not exist or cannot be read. The message is for the person.
 */
export type InputPlan =
  | {
      readonly kind: 'message';
      /** As typed, with the names of skills. */
      readonly text: string;
      readonly skills: readonly SkillDefinition[];
      readonly mentions: readonly Mention[];
      readonly attachments: readonly AttachedResource[];
    }
  | {
      readonly kind: 'prompt';
      readonly server: string;
      /** Original name. */
      readonly prompt: string;
      readonly arguments: Readonly<Record<string, string>>;
      readonly attachments: readonly AttachedResource[];
    }
  | {
      readonly kind: 'needsArguments';
      readonly prompt: PromptDefinition;
      readonly values: Readonly<Record<string, string>>;
      readonly missing: readonly string[];
    }
  /** The answer is Markdown. */
  | { readonly kind: 'command'; readonly answer: string }
  | { readonly kind: 'surfaceCommand'; readonly command: SurfaceCommand }
  | { readonly kind: 'compact' }
  | { readonly kind: 'rejected'; readonly code: InputRejection; readonly message: string };

/**
 * Why text is no input: it names a command that does not exist, one of a server that is not connected, or cannot be
 * read.
 */
export type InputRejection = 'unknown_command' | 'not_connected' | 'invalid_input';

/** A plan that a turn can start from. */
export type ResolvablePlan = Extract<InputPlan, { kind: 'message' | 'prompt' }>;
