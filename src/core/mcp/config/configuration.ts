import type { ConfigEntry, ConfigFileContent } from './configFile.ts';
import { readConfigFile } from './configFile.ts';
import type { ConfigIssue } from './configIssue.ts';
import { configSources } from './configScopes.ts';
import type { ConfigLocations, ConfigSource } from './configScopes.ts';
import { readDefinition } from './definitionReader.ts';
import type { DefinitionReading, ReadDefinition } from './definitionReader.ts';
import type { InputDefinition } from './inputPrompt.ts';
import { readInputs } from './inputReader.ts';
import type { ProcessEnvironment } from '../process/processEnvironment.ts';

type Inputs = ReadonlyMap<string, InputDefinition>;

/** All definitions that count, in configuration order, and what was wrong in the files. */
export interface ReadConfiguration {
  readonly definitions: readonly ReadDefinition[];
  readonly issues: readonly ConfigIssue[];
}

export interface ConfigurationOptions extends ConfigLocations {
  readonly environment: ProcessEnvironment;
  readonly userHome: string;
  readonly defaultTimeoutMs: () => number;
}

/** Reads the configuration files and merges them by name. */
export class Configuration {
  readonly #options: ConfigurationOptions;
  /** A file that is broken while it is being edited must not take down what already runs. */
  readonly #lastSound = new Map<string, ConfigFileContent>();

  #envFiles: readonly string[] = [];

  constructor(options: ConfigurationOptions) {
    this.#options = options;
  }

  /** The files that are read, whether or not they are there. */
  sources(): readonly ConfigSource[] {
    return configSources(this.#options);
  }

  /** The files besides those of `sources` that the last reading of all took something from. */
  get envFiles(): readonly string[] {
    return this.#envFiles;
  }

  async read(): Promise<ReadConfiguration> {
    const sources = this.sources();
    const contents = await Promise.all(sources.map(readConfigFile));
    const issues: ConfigIssue[] = [];
    const envFiles = new Set<string>();
    const winners = new Map<string, ReadDefinition>();
    for (const [index, source] of sources.entries()) {
      const content = contents[index] as ConfigFileContent;
      const { definitions, issues: found } = await this.#readSound(source, this.#soundContent(source, content));
      issues.push(...content.issues, ...found);
      for (const read of definitions) {
        if (read.envFile !== undefined) envFiles.add(read.envFile);
        winOver(winners, read);
      }
    }
    this.#envFiles = [...envFiles];
    return { definitions: [...winners.values()], issues };
  }

  /** What one file would define with this content, whatever other files say. */
  async readContent(source: ConfigSource, content: ConfigFileContent): Promise<ReadConfiguration> {
    const { definitions, issues } = await this.#readSound(source, content);
    return { definitions, issues: [...content.issues, ...issues] };
  }

  async #readSound(source: ConfigSource, content: ConfigFileContent): Promise<ReadConfiguration> {
    const { inputs, issues: ofInputs } = readInputs(source.file, content.inputs);
    const issues = [...ofInputs];
    const definitions: ReadDefinition[] = [];
    for (const entry of content.entries) {
      const reading = await this.#readEntry(entry, source, inputs);
      issues.push(...reading.issues);
      if (reading.read) definitions.push(reading.read);
    }
    return { definitions, issues };
  }

  #soundContent(source: ConfigSource, content: ConfigFileContent): ConfigFileContent {
    if (content.isBroken) return this.#lastSound.get(source.file) ?? content;
    this.#lastSound.set(source.file, content);
    return content;
  }

  async #readEntry(entry: ConfigEntry, source: ConfigSource, inputs: Inputs): Promise<DefinitionReading> {
    const { environment, userHome, workspaceFolder, defaultTimeoutMs } = this.#options;
    const readWith = (variable: (name: string) => string | undefined): Promise<DefinitionReading> =>
      readDefinition(entry, {
        ...source,
        variables: { variable, workspaceFolder, userHome },
        inputs,
        defaultTimeoutMs: defaultTimeoutMs(),
      });
    const reading = await readWith((name) => environment.variable(name));
    if (reading.read?.problem?.code !== 'missing_env') return reading;
    // An editor started from the dock has not read the person's shell profile, where such variables are set.
    const shell = await environment.loginShell();
    return readWith((name) => environment.variable(name) ?? shell[name]);
  }
}

function winOver(winners: Map<string, ReadDefinition>, read: ReadDefinition): void {
  const { name } = read.definition;
  const loser = winners.get(name)?.definition;
  // Deleted first, so that the winner stands where it is defined.
  winners.delete(name);
  const overrides = loser ? [{ scope: loser.scope, source: loser.source }, ...loser.overrides] : [];
  winners.set(name, { ...read, definition: { ...read.definition, overrides } });
}
