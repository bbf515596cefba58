import type { JsonObject } from '../../src/shared/base/json.ts';
import { Emitter } from '../../src/shared/base/emitter.ts';
import { SignInError } from '../../src/core/mcp/auth/signInError.ts';
import type { SkillDefinition, ToolDefinition } from '../../src/core/mcp/catalog/catalog.ts';
import type { ConnectionState } from '../../src/core/mcp/connection/connectionState.ts';
import type {
  CompletionResult,
  PromptResult,
  ResourceReadResult,
  ToolCallResult,
} from '../../src/core/mcp/connection/content.ts';
import type { HubPort, ServerRequestOptions, ServerSnapshot, ToolCallOptions } from '../../src/core/mcp/hubPort.ts';
import { McpError } from '../../src/core/mcp/mcpError.ts';

/** A request that reached the fake. */
export interface HubRequest {
  readonly kind: 'tool' | 'resource' | 'skill' | 'prompt' | 'signIn';
  readonly server: string;
  /** Tool or prompt name, or URI of a resource or skill; empty for a sign-in. */
  readonly item: string;
  readonly args?: JsonObject | Readonly<Record<string, string>>;
}

/** A hub whose servers are values and whose answers are functions. */
export class FakeHub implements HubPort {
  readonly #changed = new Emitter<void>();
  readonly #logged = new Emitter<{ readonly server: string; readonly line: string }>();
  readonly onDidChange = this.#changed.event;
  readonly onDidLog = this.#logged.event;
  readonly requests: HubRequest[] = [];
  snapshots: ServerSnapshot[];
  hasSignInSurface = true;
  onReady: (signal?: AbortSignal) => Promise<void> = () => Promise.resolve();
  onTool: (tool: string, args: JsonObject, options?: ToolCallOptions) => Promise<ToolCallResult> = (tool) =>
    Promise.resolve(textResult(`${tool} ran`));
  onResource: (uri: string, options?: ServerRequestOptions) => Promise<ResourceReadResult> = (uri) =>
    Promise.resolve({ contents: [{ uri, mimeType: 'text/plain', text: `content of ${uri}` }], raw: null });
  onSkill: (skill: SkillDefinition) => Promise<string> = ({ name }) => Promise.resolve(`text of ${name}`);
  onPrompt: (prompt: string, args: Readonly<Record<string, string>>) => Promise<PromptResult> = (prompt) =>
    Promise.resolve({ messages: [{ role: 'user', content: { type: 'text', text: `text of ${prompt}` } }], raw: null });

  onSignIn: (name: string, signal?: AbortSignal) => Promise<ConnectionState> = (name) =>
    Promise.reject(new SignInError('cancelled', `The sign-in to "${name}" was not finished.`));

  constructor(...snapshots: ServerSnapshot[]) {
    this.snapshots = snapshots;
  }

  servers(): readonly ServerSnapshot[] {
    return this.snapshots;
  }

  server(name: string): ServerSnapshot | undefined {
    return this.snapshots.find(({ definition }) => definition.name === name);
  }

  configIssues(): readonly never[] {
    return [];
  }

  toolByPublicName(publicName: string): ToolDefinition | undefined {
    return this.snapshots.flatMap(({ catalog }) => catalog.tools).find((tool) => tool.publicName === publicName);
  }

  ready(signal?: AbortSignal): Promise<void> {
    return this.onReady(signal);
  }

  catalogsReady(signal?: AbortSignal): Promise<void> {
    return this.onReady(signal);
  }

  connect(name: string): Promise<ConnectionState> {
    return Promise.reject(new McpError('unknown_server', name, 'The fake connects nothing'));
  }

  disconnect(): Promise<void> {
    return Promise.resolve();
  }

  canSignIn(name: string): boolean {
    return this.hasSignInSurface && this.server(name) !== undefined;
  }

  signIn(name: string, signal?: AbortSignal): Promise<ConnectionState> {
    this.requests.push({ kind: 'signIn', server: name, item: '' });
    return this.onSignIn(name, signal);
  }

  logTail(): readonly string[] {
    return [];
  }

  callTool(server: string, tool: string, args: JsonObject, options?: ToolCallOptions): Promise<ToolCallResult> {
    this.requests.push({ kind: 'tool', server, item: tool, args });
    return this.onTool(tool, args, options);
  }

  readResource(server: string, uri: string, options?: ServerRequestOptions): Promise<ResourceReadResult> {
    this.requests.push({ kind: 'resource', server, item: uri });
    return this.onResource(uri, options);
  }

  readSkill(skill: SkillDefinition): Promise<string> {
    this.requests.push({ kind: 'skill', server: skill.server, item: skill.uri });
    return this.onSkill(skill);
  }

  getPrompt(server: string, prompt: string, args: Readonly<Record<string, string>>): Promise<PromptResult> {
    this.requests.push({ kind: 'prompt', server, item: prompt, args });
    return this.onPrompt(prompt, args);
  }

  complete(): Promise<CompletionResult> {
    return Promise.resolve({ values: [], hasMore: false, raw: null });
  }
}

export function textResult(text: string, isError = false): ToolCallResult {
  return { content: [{ type: 'text', text }], isError, raw: null };
}
