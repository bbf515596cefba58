import type { ContextUse } from '../../../shared/thread/contextUse.ts';
import type { Warning } from '../../../shared/thread/threadEvent.ts';
import type { ThreadState, Turn } from '../../../shared/thread/threadState.ts';
import type { HubPort } from '../../mcp/hubPort.ts';
import type { LanguageModel, ModelRequest, ModelTool } from '../../models/languageModel.ts';
import type { Settings } from '../../settings.ts';
import type { ModelContentOptions } from '../results/modelContent.ts';
import { systemPrompt } from '../turn/systemPrompt.ts';
import type { TranscriptOptions, TranscriptSegment, TurnExtent } from '../turn/transcript.ts';
import { messagesOf, TranscriptBuilder } from '../turn/transcript.ts';
import { ContextMeter } from './contextMeasure.ts';
import type { ProjectInstructions } from './projectInstructions.ts';

export interface RequestBuilderOptions {
  readonly hub: HubPort;
  readonly artifacts: ModelContentOptions['artifacts'];
  readonly settings: () => Settings;
  /** The workspace's own instruction files; missing where there is no workspace. */
  readonly instructions?: ProjectInstructions | undefined;
}

/** A thread as it is at the moment. */
export interface ThreadMoment {
  readonly threadId: string;
  readonly state: ThreadState;
}

/** What the transcript depends on of a model. */
type Reader = Pick<LanguageModel, 'id' | 'takesImages'>;

export interface BuiltRequest {
  readonly request: ModelRequest;
  readonly use: ContextUse;
  /** On instruction files; each comes once. */
  readonly warnings: readonly Warning[];
}

/** Makes what a model is asked with, round by round, for one thread. */
export class RequestBuilder {
  readonly #options: RequestBuilderOptions;
  readonly #transcripts = new TranscriptBuilder();
  readonly #meter = new ContextMeter();
  readonly #told = new Set<string>();

  constructor(options: RequestBuilderOptions) {
    this.#options = options;
  }

  /** `tools` as they are to be sent. Never rejects because of a file or a stored image that cannot be read. */
  async build(model: LanguageModel, tools: readonly ModelTool[], moment: ThreadMoment): Promise<BuiltRequest> {
    const { hub, settings, instructions } = this.#options;
    const { files, warnings } = (await instructions?.read()) ?? { files: [], warnings: [] };
    const system = systemPrompt({ ownText: settings().systemPrompt, files, servers: hub.servers() });
    const segments = await this.segments(model, moment);
    return {
      request: { system, messages: messagesOf(segments), tools },
      use: this.#meter.measure({ system, tools, segments }, model, moment.state),
      warnings: this.#new(warnings),
    };
  }

  /** What the model reads of the conversation. */
  segments(model: LanguageModel, { threadId, state }: ThreadMoment): Promise<TranscriptSegment[]> {
    return this.#transcripts.build(state, this.#transcriptOptions(model, threadId));
  }

  /** What the model would read of one turn. */
  segment(model: Reader, threadId: string, turn: Turn, extent: TurnExtent): Promise<TranscriptSegment> {
    return this.#transcripts.segment(turn, extent, this.#transcriptOptions(model, threadId));
  }

  /** Estimated tokens of a part of the conversation. */
  tokensOf(segments: readonly TranscriptSegment[], model: LanguageModel): number {
    return this.#meter.tokensOf(segments, model.id);
  }

  #transcriptOptions({ id: modelId, takesImages }: Reader, threadId: string): TranscriptOptions {
    return { threadId, takesImages, modelId, artifacts: this.#options.artifacts };
  }

  #new(warnings: readonly Warning[]): Warning[] {
    const unknown = warnings.filter(({ message }) => !this.#told.has(message));
    for (const { message } of unknown) this.#told.add(message);
    return unknown;
  }
}
