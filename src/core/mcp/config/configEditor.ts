import { asObject } from '../../../shared/base/json.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { messageOf } from '../../../shared/base/messageOf.ts';
import type { Logger } from '../../base/logger.ts';
import { fittedInputs } from './addedInputs.ts';
import { ConfigEditError } from './configEditError.ts';
import { parseConfigText, readConfigFile } from './configFile.ts';
import type { ConfigEntry, ConfigFileContent } from './configFile.ts';
import type { ConfigLocations, ConfigSource } from './configScopes.ts';
import { isOfWorkspace } from './decidedConfiguration.ts';
import type { DecidedConfiguration, DecidedDefinition } from './decidedConfiguration.ts';
import type { ReadDefinition } from './definitionReader.ts';
import { EditableFiles } from './editableFiles.ts';
import { editFile } from './editedFile.ts';
import type { InputValues } from './inputValues.ts';
import { JsonText } from './jsonText.ts';
import { withoutSecrets } from './literalSecrets.ts';
import type { AddedServer, AddOptions, EditableScope, ServerEdits } from './serverEdits.ts';
import type { TrustAnswer } from './trustStore.ts';
import { nameProblem } from './serverName.ts';

const newFile = '{\n  "mcpServers": {}\n}\n';

export interface ConfigEditorOptions {
  readonly locations: ConfigLocations;
  readonly decided: DecidedConfiguration;
  readonly inputs: InputValues;
  /** Has the hub read the configuration anew. */
  readonly refresh: () => Promise<void>;
  readonly logger: Logger;
}

/** What a changed file would define under the name that was edited. */
interface EditedEntry {
  readonly entry: ConfigEntry;
  readonly read: ReadDefinition | undefined;
  readonly warnings: readonly string[];
}

/** Carries out a person's changes of the configuration, one after the other. */
export class ConfigEditor implements ServerEdits {
  readonly #options: ConfigEditorOptions;
  readonly #files: EditableFiles;
  #lastEdit: Promise<unknown> = Promise.resolve();

  constructor(options: ConfigEditorOptions) {
    this.#options = options;
    this.#files = new EditableFiles(options.locations);
  }

  add(scope: EditableScope, name: string, entry: JsonObject, options: AddOptions = {}): Promise<AddedServer> {
    return this.#inOrder(async () => {
      const source = this.#files.ofScope(scope);
      const { file } = source;
      const problem = nameProblem(name);
      if (problem !== undefined) throw new ConfigEditError('invalid_name', problem, { file });
      const { entry: written, warnings } = await this.#edit(source, async (json, content) => {
        const known = content.entries.find((it) => it.name === name);
        if (known && options.isReplacing !== true) {
          const message = `"${name}" is defined already in ${file}:${known.line}. Choose another name, or replace it.`;
          throw new ConfigEditError('exists', message, { file, line: known.line });
        }
        const fitted = fittedInputs(entry, options.inputs ?? [], content.inputs);
        json.set(['mcpServers', name], fitted.entry);
        for (const [at, input] of fitted.inputs.entries()) json.set(['inputs', content.inputs.length + at], input);
        const edited = await this.#judged(source, json, name);
        const doubts = options.isApproved === false ? [] : await this.#approve(name, edited.read);
        return { ...edited, warnings: [...edited.warnings, ...doubts] };
      });
      return { file, line: written.line, warnings: [...warnings, ...this.#doubts(source, name, entry)] };
    });
  }

  remove(name: string, scope?: EditableScope): Promise<{ readonly file: string }> {
    return this.#inOrder(async () => {
      const source =
        scope === undefined
          ? this.#files.inUse(this.#named(name).read.definition)
          : await this.#files.withServer(name, scope);
      const before = await this.#readsOf(source);
      await this.#edit(source, (json, content) => {
        requireEntry(source, content, name);
        json.remove(['mcpServers', name]);
      });
      await this.#options.decided.choices.forget(source.file, name);
      const others = new Set(before.filter((it) => it.definition.name !== name).flatMap(idsOf));
      const gone = before.filter((it) => it.definition.name === name).flatMap(idsOf);
      await this.#options.inputs.forget(
        source.file,
        gone.filter((id) => !others.has(id)),
      );
      return { file: source.file };
    });
  }

  setEnabled(name: string, isEnabled: boolean): Promise<void> {
    return this.#inOrder(async () => {
      const { read } = this.#named(name);
      if (read.definition.scope === 'project') {
        await this.#options.decided.choices.setEnabled(read.definition, isEnabled);
        return;
      }
      await this.#editEntry(name, (json) => {
        const path = ['mcpServers', name, 'disabled'];
        if (isEnabled) json.remove(path);
        else json.set(path, true);
      });
    });
  }

  setToolEnabled(name: string, tool: string, isEnabled: boolean): Promise<void> {
    return this.#inOrder(async () => {
      const { read } = this.#named(name);
      if (read.definition.scope === 'project') {
        await this.#options.decided.choices.setToolEnabled(read.definition, tool, isEnabled);
        return;
      }
      await this.#editEntry(name, (json, entry) => {
        const path = ['mcpServers', name, 'disabledTools'];
        const disabled = entry['disabledTools'] ?? [];
        if (!Array.isArray(disabled)) {
          throw new ConfigEditError(
            'invalid_config',
            `"disabledTools" of "${name}" must be an array. Mend it by hand.`,
          );
        }
        if (!isEnabled) {
          if (!disabled.includes(tool)) json.set([...path, disabled.length], tool);
        } else if (disabled.every((it) => it === tool)) {
          json.remove(path);
        } else {
          for (let at = disabled.length - 1; at >= 0; at--) if (disabled[at] === tool) json.remove([...path, at]);
        }
      });
    });
  }

  resetChoices(): Promise<number> {
    return this.#inOrder(async () => {
      const { decided, inputs } = this.#options;
      const count = (await decided.trust.forgetAll()) + (await decided.choices.forgetAll());
      for (const source of this.#files.sources().filter(isOfWorkspace)) {
        const reads = await this.#readsOf(source);
        await inputs.forget(source.file, [...new Set(reads.flatMap(idsOf))]);
      }
      return count;
    });
  }

  forgetInputs(name: string): Promise<number> {
    return this.#inOrder(() => {
      const { read } = this.#named(name);
      return this.#options.inputs.forget(read.definition.source.file, idsOf(read));
    });
  }

  /** One edit after the other, each with a new reading at its end. Everything that goes wrong is a `ConfigEditError`. */
  #inOrder<T>(edit: () => Promise<T>): Promise<T> {
    const run = this.#lastEdit.then(async () => {
      try {
        const result = await edit();
        await this.#options.refresh();
        return result;
      } catch (error) {
        if (error instanceof ConfigEditError) throw error;
        throw new ConfigEditError('write_failed', `The change was not made: ${messageOf(error)}`, {}, { cause: error });
      }
    });
    this.#lastEdit = run.catch(() => undefined);
    return run;
  }

  /** Changes the entry of a server in its own file. What was answered about it goes on for the changed definition. */
  async #editEntry(name: string, change: (json: JsonText, entry: JsonObject) => void): Promise<void> {
    const source = this.#files.inUse(this.#named(name).read.definition);
    await this.#edit(source, async (json, content) => {
      const written = requireEntry(source, content, name);
      const entry = asObject(written.value);
      if (!entry) {
        const message = `"${name}" in ${source.file}:${written.line} must be an object. Mend it by hand.`;
        throw new ConfigEditError('invalid_config', message, { file: source.file, line: written.line });
      }
      change(json, entry);
      // Of the definition as it stands in the file now: since the last reading it may have become another.
      const before = await this.#readOf(source, content, name);
      const answer = before && this.#options.decided.trust.answerTo(before.definition);
      const changed = parseConfigText(source.file, json.toString());
      if (answer) await this.#answer(await this.#readOf(source, changed, name), answer);
    });
  }

  /** Approves a server that is being added. Where that cannot be kept, it is added all the same: resolves to warnings. */
  async #approve(name: string, read: ReadDefinition | undefined): Promise<string[]> {
    try {
      await this.#answer(read, 'approved');
      return [];
    } catch (error) {
      if (!(error instanceof ConfigEditError)) throw error;
      return [`"${name}" is added, but not approved. ${error.message} Then approve it.`];
    }
  }

  /**
   * Written before the file is, so that no other window sees the changed definition without an answer. Rejects with a
   * `ConfigEditError` that names the file of the answers.
   */
  async #answer(read: ReadDefinition | undefined, answer: TrustAnswer): Promise<void> {
    if (!read || !isOfWorkspace(read.definition)) return;
    const { trust } = this.#options.decided;
    try {
      await trust.remember(read.definition, answer);
    } catch (error) {
      const message = `${trust.path} cannot be changed: ${messageOf(error)}. Make it and its folder writable.`;
      throw new ConfigEditError('write_failed', message, { file: trust.path }, { cause: error });
    }
  }

  #edit<T>(source: ConfigSource, change: (json: JsonText, content: ConfigFileContent) => T | Promise<T>): Promise<T> {
    const { file, scope } = source;
    // People write keys into their own files, for no other account to read.
    const newMode = scope === 'project' ? undefined : 0o600;
    const within = scope === 'user' ? undefined : this.#options.locations.workspaceFolder;
    return editFile({ file, scope, within, newMode }, this.#options.logger, async (text) => {
      const before = text === undefined || text.trim() === '' ? newFile : text;
      const content = parseConfigText(file, before);
      requireSound(file, content);
      const json = new JsonText(before);
      const result = await change(json, content);
      const after = json.toString();
      requireSound(file, parseConfigText(file, after));
      return { text: after, result };
    });
  }

  /** Throws where what would be written would not be read. Variables may have no value yet. */
  async #judged(source: ConfigSource, json: JsonText, name: string): Promise<EditedEntry> {
    const content = parseConfigText(source.file, json.toString());
    const entry = requireEntry(source, content, name);
    const { definitions, issues } = await this.#options.decided.configuration.readContent(source, content);
    const own = issues.filter(({ server }) => server === name);
    // The file may be made later, as a variable may be set later.
    const error = own.find(({ code, severity, field }) => {
      return severity === 'error' && code === 'invalid_config' && field !== 'envFile';
    });
    if (error) throw new ConfigEditError('invalid_config', error.message, { file: source.file });
    const read = definitions.find(({ definition }) => definition.name === name);
    return { entry, read, warnings: own.map(({ message }) => message) };
  }

  /** What a person would want to know about a server that is added. */
  #doubts(source: ConfigSource, name: string, entry: JsonObject): string[] {
    const inUse = this.#options.decided.named(name)?.read.definition.source;
    const doubts: string[] = [];
    if (source.scope === 'project') {
      const { secrets } = withoutSecrets(entry, (field) => field);
      for (const { field } of secrets) {
        doubts.push(
          `"${field}" looks secret, and ${source.file} is shared. Write \${input:ID} or \${NAME} in its place.`,
        );
      }
    }
    if (inUse && inUse.file !== source.file && this.#files.rank(inUse.file) > this.#files.rank(source.file)) {
      doubts.push(`"${name}" of ${inUse.file}:${inUse.line} is used in its place.`);
    }
    return doubts;
  }

  async #readsOf(source: ConfigSource, content?: ConfigFileContent): Promise<readonly ReadDefinition[]> {
    const { configuration } = this.#options.decided;
    const { definitions } = await configuration.readContent(source, content ?? (await readConfigFile(source)));
    return definitions;
  }

  async #readOf(source: ConfigSource, content: ConfigFileContent, name: string): Promise<ReadDefinition | undefined> {
    return (await this.#readsOf(source, content)).find(({ definition }) => definition.name === name);
  }

  #named(name: string): DecidedDefinition {
    const decided = this.#options.decided.named(name);
    if (decided) return decided;
    throw new ConfigEditError('unknown_server', `There is no server "${name}".`);
  }
}

function idsOf({ inputs }: ReadDefinition): string[] {
  return inputs.map(({ id }) => id);
}

function requireEntry({ file }: ConfigSource, { entries }: ConfigFileContent, name: string): ConfigEntry {
  const entry = entries.find((it) => it.name === name);
  if (entry) return entry;
  throw new ConfigEditError('unknown_server', `There is no server "${name}" in ${file}.`, { file });
}

function requireSound(file: string, { isBroken, issues }: ConfigFileContent): void {
  const [issue] = issues.filter(({ severity, server }) => severity === 'error' && server === undefined);
  if (!isBroken && !issue) return;
  const line = issue?.line ?? 1;
  const message = `${file}:${line} has to be mended by hand before it can be changed. ${issue?.message ?? ''}`.trim();
  throw new ConfigEditError('broken_file', message, { file, line });
}
