import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, SseError } from '@modelcontextprotocol/client';
import type { Redactor } from '../config/secretNames.ts';
import type { ConnectionFailure } from '../connection/connectionState.ts';
import type { LostState } from '../connection/serverChannel.ts';
import { reasonOf } from '../errorReason.ts';
import { quotedReason, shortened, statusLine } from './httpStatus.ts';
import { MessageTooLongError } from './messageTooLongError.ts';
import { isNetworkError } from './networkError.ts';
import { describeNetworkError } from './networkFailure.ts';
import { RemoteSetupError } from './remoteSetupError.ts';
import { signInNeed } from './signInNeed.ts';
import { supportedVersions } from './supportedVersions.ts';

/** What an error is described with. */
export interface HttpErrorSubject {
  /** Address of the server, without secrets. */
  readonly address: string;
  /** Whether the configuration has an `Authorization` header. */
  readonly hasOwnAuthorization: boolean;
  /** For what the server says. */
  readonly redact: Redactor;
}

/** Says why a server of the network could not be connected to, and what to do. */
export function describeHttpError(error: unknown, subject: HttpErrorSubject): LostState {
  const need = signInNeed(error, subject.hasOwnAuthorization);
  if (need !== undefined) return { status: 'needsAuth', message: subject.redact(need) };
  const failure = describe(error, subject);
  return { status: 'failed', failure: { ...failure, message: subject.redact(failure.message) } };
}

function describe(error: unknown, subject: HttpErrorSubject): ConnectionFailure {
  const { address, redact } = subject;
  if (error instanceof RemoteSetupError) return { code: 'invalid_config', message: error.message };
  if (hasCause(error, MessageTooLongError)) {
    return protocol(`The server at ${address} sent a message of more than 10 MB, which is not read.`);
  }
  const versions = supportedVersions(error);
  if (versions !== undefined) {
    return protocol(
      `The server at ${address} speaks ${shortened(versions, redact)}, and no version that Patchbay speaks. Update whichever is older.`,
    );
  }
  if (error instanceof ProtocolError) {
    return protocol(
      `The server at ${address} refused to connect: ${reasonOf(error)} (code ${error.code}). Correct what it reports and connect again.`,
    );
  }
  if (error instanceof SdkHttpError) return describeStatus(error.status, error, subject);
  if (error instanceof SseError && error.code !== undefined) {
    return error.code >= 300 ? describeStatus(error.code, error, subject) : noStream(address);
  }
  if (isNetworkError(error)) return describeNetworkError(error, address);
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    return { code: 'timeout', message: `The server at ${address} took the connection but did not answer. ${check}` };
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.ClientHttpUnexpectedContent) {
    return describeContent(error, subject);
  }
  if (error instanceof SdkError && error.cause !== undefined) return describe(error.cause, subject);
  return protocol(
    `The server at ${address} does not speak MCP as expected: ${shortened(reasonOf(error), redact)}. ${check}`,
  );
}

const check = 'Check that "url" is the address of an MCP server; many have it below /mcp or /sse.';

function describeStatus(status: number, error: Error, { address, redact }: HttpErrorSubject): ConnectionFailure {
  const message = `${address} answered with ${statusLine(status)}. ${adviceFor(status, error)}${quotedReason(error, redact)}`;
  return { code: 'http_status', message };
}

function adviceFor(status: number, error: Error): string {
  if (status >= 300 && status < 400) return redirectAdvice(error);
  if (status === 403) return 'The server refuses access: check "headers", and what the account may do.';
  if (status === 404 || status === 410) return `There is nothing at this address. ${check}`;
  if (status === 429) return 'The server is asked too often: wait, and connect again.';
  if (status >= 500) return 'The server is in trouble: look into its log, or connect again later.';
  return `It does not take messages of MCP. ${check}`;
}

/** The SDK follows only within an origin, says where it was sent otherwise, and leaves out what may be secret there. */
function redirectAdvice({ message }: Error): string {
  const [, target] = /(?:Redirect to|try) (\S+)/u.exec(message) ?? [];
  return target === undefined
    ? `It sends elsewhere. ${check}`
    : `It sends to ${target}: if that is the server you want, write that address as "url".`;
}

function describeContent({ data }: SdkError, { address, redact }: HttpErrorSubject): ConnectionFailure {
  const type = typeof data === 'object' && data !== null && 'contentType' in data ? data.contentType : undefined;
  if (typeof type !== 'string') return protocol(`${address} answered without content. ${check}`);
  if (/html/iu.test(type)) return protocol(`${address} answered with a web page instead of a message of MCP. ${check}`);
  return protocol(`${address} answered with content of type ${shortened(type, redact)} instead of JSON. ${check}`);
}

function noStream(address: string): ConnectionFailure {
  return protocol(`${address} answered, but not with a stream of events. ${check}`);
}

function protocol(message: string): ConnectionFailure {
  return { code: 'protocol', message };
}

function hasCause(error: unknown, type: typeof MessageTooLongError): boolean {
  for (let it = error; it instanceof Error; it = it.cause) if (it instanceof type) return true;
  return false;
}
