import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { JsonFile } from './base/jsonFile.ts';
import { scheduleTimeout } from './base/schedule.ts';
import { HostQuestions } from './agent/elicitation/hostQuestions.ts';
import type { Sampler } from './agent/sampling/sampler.ts';
import type { ThreadRunnerPort } from './agent/threadRunnerPort.ts';
import { offerWarnings } from './agent/tools/offeredTool.ts';
import { approvalsSchema, ApprovalStore } from './agent/approval/approvalStore.ts';
import type { Warning } from '../shared/thread/threadEvent.ts';
import { Hub } from './mcp/hub.ts';
import type { ServerSnapshot } from './mcp/hubPort.ts';
import type { LanguageModel } from './models/languageModel.ts';
import type { ModelChoice } from './models/modelChoice.ts';
import type { ModelSource } from './models/modelRegistry.ts';
import { dialectOfSettings } from './models/modelSetup.ts';
import { ArtifactQuota } from './threads/artifactQuota.ts';
import { ArtifactStore } from './threads/artifactStore.ts';
import type { OpenThread } from './threads/openThread.ts';
import { lazyThreads } from './threads/lazyThreads.ts';
import type { ThreadStore } from './threads/threadStore.ts';
import type { ThreadsPort } from './threads/threadsPort.ts';
import type { RuntimeOptions, RuntimePort } from './runtimePort.ts';

/**
 * Composes the core for a surface. Reads the configuration and starts nothing: servers start with the first `ready`,
 * models and the agent are loaded with the first thread.
 */
export async function createRuntime(options: RuntimeOptions): Promise<RuntimePort> {
  const { home, logger, settings } = options;
  const { hostHandlers: surface, workspaceFolder, canAsk } = options;
  const canSample = canAsk || settings().permissionMode === 'bypass';
  const questions = new HostQuestions({
    surface,
    workspaceFolder,
    sampler: canSample ? lazySampler({ model: () => runtime.model(), settings }) : undefined,
  });
  const hub = await Hub.create({
    home,
    workspaceFolder,
    cwd: options.cwd,
    isTrusted: options.isTrusted,
    sessionFiles: options.sessionConfigFiles,
    isStrict: options.isStrictConfig,
    environment: options.environment,
    fetch: options.fetch,
    settings,
    clientInfo: { name: 'patchbay', version: options.version },
    secrets: options.secrets,
    signInSurface: options.signInSurface,
    askInput: options.askInput,
    hostHandlers: questions.handlers,
    logger,
  });
  const runtime: Runtime = new Runtime(options, hub, questions);
  return runtime;
}

/** Few servers ask the model, so what answers them is loaded with the first that does. */
function lazySampler(options: ConstructorParameters<typeof Sampler>[0]): Pick<Sampler, 'sample'> {
  let sampler: Promise<Sampler> | undefined;
  const load = async (): Promise<Sampler> => new (await import('./agent/sampling/sampler.ts')).Sampler(options);
  return {
    sample: async (...request) => {
      sampler ??= load();
      return (await sampler).sample(...request);
    },
  };
}

const closedMessage = 'Patchbay is closing, so no conversation can be opened. Start it again.';

class Runtime implements RuntimePort {
  readonly hub: Hub;
  readonly artifacts: ArtifactStore;
  readonly approvals: ApprovalStore;
  readonly threads: ThreadsPort;
  readonly #options: RuntimeOptions;
  readonly #questions: HostQuestions;
  #store: Promise<ThreadStore> | undefined;
  /** Threads that are open. */
  readonly #runners = new Set<ThreadRunnerPort>();
  #isDisposed = false;

  constructor(options: RuntimeOptions, hub: Hub, questions: HostQuestions) {
    const { home, storage, logger } = options;
    this.#options = options;
    this.hub = hub;
    this.#questions = questions;
    const quotaBytes = (): number => options.settings().artifactsQuotaMb * 1_000_000;
    const quota = new ArtifactQuota({ storage, bytes: quotaBytes, now: Date.now, logger });
    this.artifacts = new ArtifactStore(storage, quota);
    const file = join(home, 'approvals.json');
    this.approvals = new ApprovalStore(
      new JsonFile({ file, schema: approvalsSchema, initial: { allowances: [] }, logger }),
    );
    const openHere = (id: string) => [...this.#runners].find((runner) => runner.id === id);
    this.threads = lazyThreads(async () => {
      const [{ ThreadLibrary }, store] = await Promise.all([import('./threads/threadLibrary.ts'), this.#threadStore()]);
      return new ThreadLibrary({ storage, store, openHere, now: Date.now, logger });
    });
  }

  async model(): Promise<LanguageModel> {
    const { resolveModel } = await import('./models/modelRegistry.ts');
    return resolveModel(this.#modelSource());
  }

  async models(): Promise<readonly ModelChoice[]> {
    const { listModels } = await import('./models/modelRegistry.ts');
    return listModels(this.#modelSource());
  }

  modelWarnings(server: ServerSnapshot): readonly Warning[] {
    return offerWarnings(server, dialectOfSettings(this.#options.settings()));
  }

  async newThread(): Promise<ThreadRunnerPort> {
    return this.#run((store) => store.create(this.#options.workspaceFolder));
  }

  async openThread(id: string, patienceMs?: number): Promise<ThreadRunnerPort> {
    return this.#run((store) => store.open(id, patienceMs));
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([...this.#runners].map((runner) => runner.dispose()));
    await this.hub.dispose();
  }

  /** Rejects, with the thread put away again, when the runtime was disposed before it was open. */
  async #run(open: (store: ThreadStore) => Promise<OpenThread>): Promise<ThreadRunnerPort> {
    this.#throwIfDisposed();
    const { settings, canAsk, logger, workspaceFolder: folder, cwd, isTrusted } = this.#options;
    const { createThreadRunner } = await import('./agent/createThreadRunner.ts');
    const thread = await open(await this.#threadStore());
    const runner = createThreadRunner(thread, {
      hub: this.hub,
      model: () => this.model(),
      artifacts: this.artifacts,
      approvals: this.approvals,
      settings,
      workspace: { folder, cwd, isTrusted },
      questions: this.#questions,
      canAsk,
      now: Date.now,
      newId: randomUUID,
      schedule: scheduleTimeout,
      logger,
    });
    if (this.#isDisposed) {
      await runner.dispose();
      throw new Error(closedMessage);
    }
    this.#runners.add(runner);
    runner.onDidDispose(() => this.#runners.delete(runner));
    return runner;
  }

  /** Requests by hand need no conversation, and with it none of what conversations are read with. */
  #threadStore(): Promise<ThreadStore> {
    const { storage, logger } = this.#options;
    this.#store ??= import('./threads/threadStore.ts').then(
      ({ ThreadStore: Store }) => new Store({ storage, now: Date.now, newId: randomUUID, logger }),
    );
    return this.#store;
  }

  #modelSource(): ModelSource {
    const { settings, environment, secrets, editorModels } = this.#options;
    return { settings: settings(), environment, secrets, editorModels };
  }

  #throwIfDisposed(): void {
    if (this.#isDisposed) throw new Error(closedMessage);
  }
}
