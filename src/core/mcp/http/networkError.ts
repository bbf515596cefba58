/** What `fetch` and the system say when bytes did not go through. */
const fetchFailure = /^(?:fetch failed|terminated|network error|failed to fetch)$/iu;

/** Reasons that come before the first byte of a request is sent. */
const unsent = /^(?:ENOTFOUND|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/u;

const systemCode = /^(?:E[A-Z\d]+|EAI_\w+|UND_ERR_\w+|HPE_\w+)$/u;

const certificate =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_\w+|UNABLE_TO_\w+|ERR_TLS_\w+|ERR_SSL_\w+|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|EPROTO)$/u;

/** Whether an error says that the network failed, and not the server or the protocol. */
export function isNetworkError(error: unknown): boolean {
  return reasonsOf(error).some((it) => fetchFailure.test(it.message) || codeOf(it) !== undefined);
}

/** The code of the system, the HTTP library or TLS for what went wrong, wherever in the chain of causes it stands. */
export function networkCode(error: unknown): string | undefined {
  return reasonsOf(error)
    .map(codeOf)
    .find((code) => code !== undefined);
}

/** The innermost reason: the error that the system gave. */
export function networkReason(error: unknown): Error | undefined {
  return reasonsOf(error).find((it) => codeOf(it) !== undefined) ?? reasonsOf(error).at(-1);
}

/** Whether a code is about the certificate or the handshake of TLS. */
export function isTlsCode(code: string): boolean {
  return certificate.test(code);
}

/** Whether nothing was sent: no connection came about at all. */
export function isUnsent(error: unknown): boolean {
  const code = networkCode(error);
  return code !== undefined && (unsent.test(code) || isTlsCode(code));
}

function codeOf(error: Error): string | undefined {
  if (!('code' in error) || typeof error.code !== 'string') return undefined;
  return systemCode.test(error.code) || isTlsCode(error.code) ? error.code : undefined;
}

/** An error with its causes, outermost first; an attempt at several addresses has one for each. */
function reasonsOf(error: unknown): Error[] {
  const found: Error[] = [];
  const open: unknown[] = [error];
  while (open.length > 0) {
    const it = open.shift();
    if (!(it instanceof Error) || found.includes(it)) continue;
    found.push(it);
    open.push(it.cause, ...(it instanceof AggregateError ? (it.errors as unknown[]) : []));
  }
  return found;
}
