import type { McpError } from '../../mcp/mcpError.ts';
import type { ToolCallOutcome } from './toolCallContext.ts';
import { aborted, failed } from './toolCallContext.ts';

/** A request to a server that failed, as the result that the model reads: what happened and what to do next. */
export function mcpFailure(error: McpError): ToolCallOutcome {
  const text = `${sentence(error.message)} ${advice(error)}`.trim();
  if (error.code === 'aborted') return aborted;
  if (error.code !== 'server_gone') return failed(text);
  return { status: 'cancelled', reason: 'serverGone', blocks: [{ type: 'text', text }] };
}

function advice({ code, elicitations }: McpError): string {
  if (elicitations.length > 0) return 'Go on without it, or tell the user what is needed.';
  switch (code) {
    case 'not_found':
      return 'Use list_mcp_resources for the exact URIs, or another tool.';
    case 'timeout':
    case 'server_gone':
      return 'It is unknown whether it took effect: check before you try it again.';
    case 'session_lost':
      return 'It did not take effect: it can be tried again.';
    case 'changed':
      return 'Look at the tools you have now.';
    case 'protocol':
      return 'Correct the arguments if they are the cause; do not repeat the call unchanged.';
    case 'unknown_server':
    case 'disabled':
    case 'not_connected':
    case 'needs_auth':
      return 'Go on without this server, or tell the user what is needed.';
    case 'aborted':
      return '';
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text.trimEnd()) ? text : `${text}.`;
}
