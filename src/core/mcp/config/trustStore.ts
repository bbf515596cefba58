import { join } from 'node:path';
import * as z from 'zod/mini';
import { JsonFile } from '../../base/jsonFile.ts';
import type { Logger } from '../../base/logger.ts';
import type { ServerDefinition } from './serverDefinition.ts';

/** What a person answered about one definition. */
export type TrustAnswer = 'approved' | 'rejected';

const trustSchema = z.object({
  version: z.literal(1),
  answers: z.array(
    z.object({
      workspace: z.string(),
      file: z.string(),
      name: z.string(),
      /** Hash of the definition as it was shown. */
      hash: z.string(),
      answer: z.enum(['approved', 'rejected']),
    }),
  ),
});
type Trust = z.infer<typeof trustSchema>;

/**
 * Remembers, in `<home>/trust.json`, which servers of a workspace a person let start, yes or no, by workspace, file,
 * name and hash of the full definition (contract §3): a changed definition has no answer.
 */
export class TrustStore {
  readonly #file: JsonFile<Trust>;
  readonly #workspace: string;
  #answers: Trust['answers'] = [];

  constructor(home: string, workspace: string, logger: Logger) {
    this.#workspace = workspace;
    const file = join(home, 'trust.json');
    this.#file = new JsonFile<Trust>({ file, schema: trustSchema, initial: { version: 1, answers: [] }, logger });
  }

  get path(): string {
    return this.#file.path;
  }

  /** Reads what any window or command line has answered so far. */
  async load(): Promise<void> {
    this.#answers = (await this.#file.read()).answers;
  }

  /** The answer as last loaded. */
  answerTo(definition: ServerDefinition): TrustAnswer | undefined {
    return this.#answers.find((answer) => this.#isAbout(answer, definition))?.answer;
  }

  async remember(definition: ServerDefinition, answer: TrustAnswer): Promise<void> {
    const { name, hash, source } = definition;
    const trust = await this.#file.update(({ answers }) => ({
      version: 1,
      answers: [
        ...answers.filter((other) => !this.#isAbout(other, definition)),
        { workspace: this.#workspace, file: source.file, name, hash, answer },
      ],
    }));
    this.#answers = trust.answers;
  }

  /** Forgets all answers of the workspace; resolves to their number. */
  async forgetAll(): Promise<number> {
    let count = 0;
    const trust = await this.#file.update((before) => {
      const answers = before.answers.filter(({ workspace }) => workspace !== this.#workspace);
      count = before.answers.length - answers.length;
      return count === 0 ? before : { version: 1, answers };
    });
    this.#answers = trust.answers;
    return count;
  }

  #isAbout(answer: Trust['answers'][number], { name, hash, source }: ServerDefinition): boolean {
    return (
      answer.workspace === this.#workspace &&
      answer.file === source.file &&
      answer.name === name &&
      answer.hash === hash
    );
  }
}
