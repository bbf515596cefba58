import { messageOf } from '../../../shared/base/messageOf.ts';
import type { Logger } from '../../base/logger.ts';
import type { SecretStore } from '../../base/secretStore.ts';
import type { ConnectionFailure } from '../connection/connectionState.ts';
import { ConfigError } from './configError.ts';
import type { ReadDefinition } from './definitionReader.ts';
import type { InputDefinition, InputPrompt } from './inputPrompt.ts';
import type { TransportReading } from './transportReader.ts';

export interface InputValuesOptions {
  readonly secrets: SecretStore;
  /** Missing where nobody can be asked. */
  readonly askInput: InputPrompt | undefined;
  readonly variable: (name: string) => string | undefined;
  readonly logger: Logger;
}

/** What a server starts with, or why it cannot. */
export type FilledTransport = TransportReading | { readonly failure: ConnectionFailure };

/**
 * The values of `${input:id}` (contract §3), by file and id: from the environment variable of the input, else the
 * secret store, else the person, who is asked once and for one input at a time, else its default. They are kept in the
 * secret store and nowhere else.
 */
export class InputValues {
  readonly #options: InputValuesOptions;
  /** Values that the secret store did not take. */
  readonly #unkept = new Map<string, string>();
  readonly #asked = new Map<string, Promise<string | undefined>>();
  #lastQuestion: Promise<unknown> = Promise.resolve();

  constructor(options: InputValuesOptions) {
    this.#options = options;
  }

  /** What a definition starts with, when all it asks for is known. To be called when it is about to start. Never rejects. */
  async fill({ definition, inputs, complete, problem }: ReadDefinition): Promise<FilledTransport> {
    const { name, source } = definition;
    if (!complete) return { failure: problem ?? { code: 'invalid_config', message: `"${name}" cannot start.` } };
    const values = new Map<string, string>();
    try {
      for (const input of inputs) values.set(input.id, await this.#valueOf(input, name, source.file));
      const { transport, secrets } = complete(values);
      const passwords = inputs.filter(({ isPassword }) => isPassword).map(({ id }) => values.get(id) ?? '');
      return { transport, secrets: [...secrets, ...passwords] };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const code = error.code === 'missing_env' ? 'missing_env' : 'invalid_config';
      const message = `${error.message} (${source.file}:${source.line})`;
      return { failure: { code, message, ...(error instanceof NoAnswerError && { isAskedFor: true }) } };
    }
  }

  /** Forgets the values of inputs of a file. Resolves to how many there were. */
  async forget(file: string, ids: readonly string[]): Promise<number> {
    let count = 0;
    for (const id of ids) {
      const key = keyOf(file, id);
      if (this.#unkept.delete(key) || (await this.#options.secrets.get(key)) !== undefined) count++;
      await this.#options.secrets.delete(key);
    }
    return count;
  }

  /** Throws a `ConfigError` `missing_env` when there is none. */
  async #valueOf(input: InputDefinition, server: string, file: string): Promise<string> {
    const { askInput, variable } = this.#options;
    const variableName = inputVariable(input.id);
    const given = variable(variableName);
    if (given !== undefined) {
      if (isPossible(input, given)) return given;
      throw missing(`The value of ${variableName} is none of ${input.options?.join(', ')}. Set it to one of them.`);
    }
    const key = keyOf(file, input.id);
    const kept = await this.#kept(key);
    if (kept !== undefined && isPossible(input, kept)) return kept;
    if (askInput) {
      const answer = await this.#ask(key, () => askInput(input, server));
      if (answer !== undefined && isPossible(input, answer)) return answer;
      throw new NoAnswerError(server, input.id);
    }
    if (input.default !== undefined && isPossible(input, input.default)) return input.default;
    throw missing(`"${server}" needs a value for "${input.id}", and nobody can be asked here. Set ${variableName}.`);
  }

  async #kept(key: string): Promise<string | undefined> {
    try {
      return this.#unkept.get(key) ?? (await this.#options.secrets.get(key));
    } catch (error) {
      this.#options.logger.warn(`The value of an input could not be read from the secret store: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** Servers that share an input share the question. */
  #ask(key: string, prompt: () => Promise<string | undefined>): Promise<string | undefined> {
    const asked = this.#asked.get(key);
    if (asked) return asked;
    const answer = this.#lastQuestion
      .then(prompt)
      .then(async (value) => {
        if (value !== undefined) await this.#keep(key, value);
        return value;
      })
      .catch((error: unknown) => {
        this.#options.logger.error('A value could not be asked for', error);
        return undefined;
      })
      .finally(() => this.#asked.delete(key));
    this.#asked.set(key, answer);
    this.#lastQuestion = answer;
    return answer;
  }

  async #keep(key: string, value: string): Promise<void> {
    try {
      await this.#options.secrets.set(key, value);
    } catch (error) {
      this.#unkept.set(key, value);
      this.#options.logger.warn(
        `The value of an input could not be kept and will be asked for again: ${messageOf(error)}`,
      );
    }
  }
}

/** The person was asked and gave no value that is possible. The next start asks again. */
class NoAnswerError extends ConfigError {
  constructor(server: string, input: string) {
    super('missing_env', `"${server}" needs a value for "${input}", and none was given. Connect it again to be asked.`);
  }
}

/** The environment variable that answers for an input where nobody can be asked: `PATCHBAY_INPUT_API_KEY` for `api-key`. */
function inputVariable(id: string): string {
  return `PATCHBAY_INPUT_${id.toUpperCase().replace(/\W+/gu, '_')}`;
}

function keyOf(file: string, id: string): string {
  return `input/${file}#${id}`;
}

function isPossible({ options }: InputDefinition, value: string): boolean {
  return options === undefined || options.includes(value);
}

function missing(message: string): ConfigError {
  return new ConfigError('missing_env', message);
}
