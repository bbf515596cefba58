import type { ToolTarget } from '../../../shared/thread/toolTarget.ts';
import { abortable } from '../../base/abortable.ts';
import { SignInError } from '../../mcp/auth/signInError.ts';
import { enabledTools } from '../../mcp/catalog/enabledTools.ts';
import { redactUrl } from '../../mcp/config/redactedText.ts';
import { writtenAddress } from '../../mcp/config/writtenAddress.ts';
import type { ConnectionState } from '../../mcp/connection/connectionState.ts';
import type { HubPort } from '../../mcp/hubPort.ts';
import type { CallApprover } from '../approval/callApprover.ts';
import { checkServer } from './serverCheck.ts';
import type { OfferedSignIn } from './signInOffer.ts';
import { needsSignIn } from './signInOffer.ts';
import type { ToolCallContext, ToolCallOutcome } from './toolCallContext.ts';
import { completed, failed, withNote } from './toolCallContext.ts';

type SignInTarget = Extract<ToolTarget, { kind: 'signIn' }>;

/** Carries out the calls of `mcp__<server>__authenticate` (contract §4): the person is asked, then signs in. */
export class SignInTool {
  readonly #hub: HubPort;
  readonly #approver: CallApprover;

  constructor({ hub, approver }: { hub: HubPort; approver: CallApprover }) {
    this.#hub = hub;
    this.#approver = approver;
  }

  /** Nothing is asked that could not be done. Rejects with an `AbortError` when the signal aborts. */
  async run(publicName: string, target: SignInTarget, context: ToolCallContext): Promise<ToolCallOutcome> {
    const { signal, turnId, toolCallId } = context;
    const { server: name } = target;
    const server = this.#hub.server(name);
    if (!server || !needsSignIn(server)) return this.#outcome(name);
    if (!this.#hub.canSignIn(name)) return failed(`Nobody can sign in to '${name}' here. ${advice(name)}`);
    const approval = await this.#approver.approve({ kind: 'signIn', server: server.definition, publicName }, context);
    if (!approval.isAllowed) return withAdvice(approval.outcome, name);
    // The person may have taken minutes: signed in at the server list meanwhile, or edited where the server is.
    const again = this.#hub.server(name);
    if (!again || !needsSignIn(again)) return withNote(this.#outcome(name), approval.note);
    if (again.definition.hash !== server.definition.hash) {
      return failed(`The configuration of '${name}' changed while the approval was open. Try again.`);
    }
    context.emit({ type: 'toolCallRunning', at: context.now(), turnId, toolCallId });
    return withNote(await this.#signIn(name, signal), approval.note);
  }

  async #signIn(name: string, signal: AbortSignal): Promise<ToolCallOutcome> {
    let state: ConnectionState;
    try {
      state = await abortable(this.#hub.signIn(name, signal), signal);
    } catch (error) {
      if (error instanceof SignInError) return failed(`${error.message} ${advice(name)}`);
      throw error;
    }
    const outcome = this.#outcome(name);
    if (state.status === 'connected') return outcome;
    return { ...outcome, blocks: [{ type: 'text', text: 'The user signed in.' }, ...outcome.blocks] };
  }

  /** What has become of the server. */
  #outcome(name: string): ToolCallOutcome {
    const check = checkServer(this.#hub, name);
    if (!check.isUsable) return failed(check.problem);
    const { length } = enabledTools(check.server);
    if (length === 0) return completed(`The server '${name}' is connected. It has no tools.`);
    const tools = length === 1 ? 'one tool, which is' : `${length} tools, which are`;
    return completed(`The server '${name}' is connected. It has ${tools} available to you from now on.`);
  }
}

/** What the conversation keeps of a sign-in, for the dialog and the card of the call. */
export function signInTarget({ server: { definition } }: OfferedSignIn): ToolTarget {
  return { kind: 'signIn', server: definition.name, url: redactUrl(writtenAddress(definition)?.url ?? '') };
}

function withAdvice(outcome: ToolCallOutcome, name: string): ToolCallOutcome {
  if (outcome.status !== 'cancelled' || outcome.reason !== 'denied') return outcome;
  return { ...outcome, blocks: [...outcome.blocks, { type: 'text', text: advice(name) }] };
}

function advice(name: string): string {
  return `Go on without '${name}', or tell the user how to sign in: in Patchbay's server list, or with "patchbay mcp auth ${name}".`;
}
