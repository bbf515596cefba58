/** An error and what caused it, outermost first. */
export function errorChain(error: unknown): Error[] {
  const found: Error[] = [];
  for (let item = error; item instanceof Error && !found.includes(item); item = item.cause) found.push(item);
  return found;
}

const networkCodes = /^(E[A-Z]|UND_ERR_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_(TLS|SSL|SOCKET))/;

/** The system's code of a failed connection, such as `ECONNREFUSED`; also from the attempts of an `AggregateError`. */
export function networkCode(error: unknown): string | undefined {
  const items = errorChain(error).flatMap((item) => [
    item,
    ...(item instanceof AggregateError ? (item.errors as unknown[]) : []),
  ]);
  return items
    .map((item) => (item as { code?: unknown }).code)
    .find((code): code is string => typeof code === 'string' && networkCodes.test(code));
}
