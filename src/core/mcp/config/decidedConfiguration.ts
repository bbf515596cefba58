import type { Logger } from '../../base/logger.ts';
import type { ServerApproval } from '../connection/configuredServer.ts';
import { ChoiceStore } from './choiceStore.ts';
import type { ConfigIssue } from './configIssue.ts';
import { Configuration } from './configuration.ts';
import type { ConfigurationOptions } from './configuration.ts';
import type { ReadDefinition } from './definitionReader.ts';
import type { ServerDefinition } from './serverDefinition.ts';
import { TrustStore } from './trustStore.ts';

/** A definition that counts, as the person's switches make it, and whether it may start. */
export interface DecidedDefinition {
  readonly read: ReadDefinition;
  readonly approval: ServerApproval;
}

export interface DecidedConfigurationOptions extends ConfigurationOptions {
  readonly logger: Logger;
}

/** The configuration files, and what the person decided about what stands in them. */
export class DecidedConfiguration {
  readonly configuration: Configuration;
  readonly trust: TrustStore;
  readonly choices: ChoiceStore;
  readonly #options: DecidedConfigurationOptions;
  #last: readonly DecidedDefinition[] = [];

  constructor(options: DecidedConfigurationOptions) {
    const { home, workspaceFolder, cwd, logger } = options;
    this.#options = options;
    this.configuration = new Configuration(options);
    this.trust = new TrustStore(home, workspaceFolder ?? cwd, logger);
    this.choices = new ChoiceStore(home, workspaceFolder ?? cwd, logger);
  }

  /** What was last read under a name. */
  named(name: string): DecidedDefinition | undefined {
    return this.#last.find(({ read }) => read.definition.name === name);
  }

  /** Every file whose change may change what is read, whether or not it is there. */
  files(): readonly string[] {
    const { configuration, trust, choices } = this;
    return [...configuration.sources().map(({ file }) => file), ...configuration.envFiles, trust.path, choices.path];
  }

  /** Reads everything anew. Answers and switches that cannot be read are as last known. */
  async read(): Promise<{
    readonly definitions: readonly DecidedDefinition[];
    readonly issues: readonly ConfigIssue[];
  }> {
    const { logger } = this.#options;
    const [{ definitions, issues }] = await Promise.all([
      this.configuration.read(),
      this.trust.load().catch((error: unknown) => logger.error('The approvals of servers cannot be read', error)),
      this.choices.load().catch((error: unknown) => logger.error('The switches of servers cannot be read', error)),
    ]);
    this.#last = definitions.map((read) => ({
      read: { ...read, definition: this.choices.applyTo(read.definition) },
      approval: this.#approvalFor(read.definition),
    }));
    return { definitions: this.#last, issues };
  }

  #approvalFor(definition: ServerDefinition): ServerApproval {
    if (!isOfWorkspace(definition)) return 'none';
    return (this.#options.isTrusted() ? this.trust.answerTo(definition) : undefined) ?? 'pending';
  }
}

/** Whether a definition stands in a file that can come with a clone, and so says nothing about the person's wish. */
export function isOfWorkspace({ scope }: Pick<ServerDefinition, 'scope'>): boolean {
  return scope === 'project' || scope === 'local';
}
