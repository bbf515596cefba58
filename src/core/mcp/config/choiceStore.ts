import { join } from 'node:path';
import * as z from 'zod/mini';
import { JsonFile } from '../../base/jsonFile.ts';
import type { Logger } from '../../base/logger.ts';
import type { ServerDefinition } from './serverDefinition.ts';

const choicesSchema = z.object({
  version: z.literal(1),
  choices: z.array(
    z.object({
      workspace: z.string(),
      file: z.string(),
      name: z.string(),
      /** What the person switched the server to; missing where the file decides. */
      isEnabled: z.optional(z.boolean()),
      /** What the person switched tools to, whatever the file says. */
      tools: z.array(z.object({ name: z.string(), isEnabled: z.boolean() })),
    }),
  ),
});
type Choices = z.infer<typeof choicesSchema>;
type Choice = Choices['choices'][number];

/**
 * Remembers, in `<home>/choices.json`, what a person switched on and off of servers whose file is shared and must not
 * be edited for that, by workspace, file and name (contract §3).
 */
export class ChoiceStore {
  readonly #file: JsonFile<Choices>;
  readonly #workspace: string;
  #choices: readonly Choice[] = [];

  constructor(home: string, workspace: string, logger: Logger) {
    this.#workspace = workspace;
    const file = join(home, 'choices.json');
    this.#file = new JsonFile<Choices>({ file, schema: choicesSchema, initial: { version: 1, choices: [] }, logger });
  }

  get path(): string {
    return this.#file.path;
  }

  /** Reads what any window or command line has switched so far. */
  async load(): Promise<void> {
    this.#choices = (await this.#file.read()).choices;
  }

  /** The definition with the person's choices, as last loaded, in place of what its file says. */
  applyTo(definition: ServerDefinition): ServerDefinition {
    const choice = this.#choices.find((it) => this.#isAbout(it, definition.source.file, definition.name));
    if (!choice) return definition;
    const disabledTools = new Set(definition.disabledTools);
    for (const { name, isEnabled } of choice.tools) {
      if (isEnabled) disabledTools.delete(name);
      else disabledTools.add(name);
    }
    const isDisabled = choice.isEnabled === undefined ? definition.isDisabled : !choice.isEnabled;
    return { ...definition, isDisabled, disabledTools: [...disabledTools] };
  }

  setEnabled({ source, name }: ServerDefinition, isEnabled: boolean): Promise<void> {
    return this.#change(source.file, name, (choice) => ({ ...choice, isEnabled }));
  }

  setToolEnabled({ source, name }: ServerDefinition, tool: string, isEnabled: boolean): Promise<void> {
    return this.#change(source.file, name, (choice) => ({
      ...choice,
      tools: [...choice.tools.filter((it) => it.name !== tool), { name: tool, isEnabled }],
    }));
  }

  /** Forgets the choices about one server. */
  async forget(file: string, name: string): Promise<void> {
    await this.#remove((choice) => this.#isAbout(choice, file, name));
  }

  /** Forgets all choices of the workspace; resolves to their number. */
  forgetAll(): Promise<number> {
    return this.#remove(({ workspace }) => workspace === this.#workspace);
  }

  async #change(file: string, name: string, change: (choice: Choice) => Choice): Promise<void> {
    const { choices } = await this.#file.update((before) => {
      const isIt = (choice: Choice): boolean => this.#isAbout(choice, file, name);
      const known = before.choices.find(isIt) ?? { workspace: this.#workspace, file, name, tools: [] };
      return { version: 1, choices: [...before.choices.filter((choice) => !isIt(choice)), change(known)] };
    });
    this.#choices = choices;
  }

  async #remove(isGone: (choice: Choice) => boolean): Promise<number> {
    let count = 0;
    const { choices } = await this.#file.update((before) => {
      const kept = before.choices.filter((choice) => !isGone(choice));
      count = before.choices.length - kept.length;
      return count === 0 ? before : { version: 1, choices: kept };
    });
    this.#choices = choices;
    return count;
  }

  #isAbout(choice: Choice, file: string, name: string): boolean {
    return choice.workspace === this.#workspace && choice.file === file && choice.name === name;
  }
}
