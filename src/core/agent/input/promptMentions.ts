import type { ThreadEvent } from '../../../shared/thread/threadEvent.ts';
import type { PromptResult } from '../../mcp/connection/content.ts';
import type { Mention } from './inputPlan.ts';
import type { MaterialRequest } from './materialReader.ts';
import { findMentions } from './mentionGrammar.ts';
import { readUri } from './mentionUri.ts';
import type { ResolveContext } from './resolveContext.ts';

/** A resource of another server than the prompt's. */
export interface ForeignMention extends Mention {
  readonly isConfigured: boolean;
}

/** What a prompt's own words name. */
export interface PromptMentions {
  /** Resources of the prompt's own server. */
  readonly own: readonly MaterialRequest[];
  /** Resources of others, each once. */
  readonly foreign: readonly ForeignMention[];
}

/**
 * Finds the mentions in a prompt's user text. A server may name its own resources; those of another one are asked for
 * (contract §5), also when the person gave the words as an argument: they come back as the server's.
 */
export function promptMentions(result: PromptResult, server: string, serverNames: readonly string[]): PromptMentions {
  const own: MaterialRequest[] = [];
  const foreign = new Map<string, ForeignMention>();
  for (const { role, content } of result.messages) {
    if (role !== 'user' || content.type !== 'text') continue;
    const { mentions, unknown } = findMentions(content.text, serverNames);
    for (const { server: named, uri } of [...mentions, ...unknown]) {
      const mention = { server: named, uri, isConfigured: serverNames.includes(named) };
      if (named === server) own.push({ server, uri, origin: 'prompt' });
      else foreign.set(typedMention(mention), mention);
    }
  }
  return { own, foreign: [...foreign.values()] };
}

/** The warning for a resource of another server that is not attached, and why not where something failed. */
export function foreignWarning(
  mention: ForeignMention,
  plan: { readonly server: string; readonly prompt: string },
  { now, turnId }: ResolveContext,
  failure?: string,
): ThreadEvent {
  const why = failure === undefined ? '' : ` ${failure}`;
  const outcome = mention.isConfigured
    ? `was not attached.${why} Type ${typedMention(mention)} in a message to attach it.`
    : 'is not configured. Its text goes on without that resource.';
  const message = `The prompt "${plan.prompt}" of server "${plan.server}" names a resource of server "${mention.server}", which ${outcome}`;
  return { type: 'warning', at: now(), turnId, warning: { code: 'mention_failed', server: plan.server, message } };
}

function typedMention({ server, uri }: Mention): string {
  return readUri(uri, 0) === uri ? `@${server}:${uri}` : `@"${server}:${uri}"`;
}
