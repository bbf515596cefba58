import { ConfigError } from './configError.ts';
import { ownerOfHeader } from './ownedHeaders.ts';
import { expandTree, refersToInput } from './variables.ts';
import type { VariableScope } from './variables.ts';

/**
 * The address of a server: absolute, of one of the schemes (`https:`). It is not judged while it waits for an input.
 * Throws a `ConfigError` that does not quote the
 * expanded address, which may hold a key.
 */
export function readUrl(name: string, written: string, schemes: readonly string[], variables: VariableScope): string {
  const field = 'url';
  const text = expandTree(written, variables, field);
  if (variables.areInputsOpen && refersToInput(written)) return text;
  const starts = schemes.map((scheme) => `${scheme}//`).join(' or ');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !schemes.includes(url.protocol)) {
    throw invalid(`"url" of "${name}" must be a whole address that begins with ${starts}.`, field);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid(`"url" of "${name}" must not hold a name or password. Send them with "headers" instead.`, field);
  }
  return text;
}

/** What RFC 9110 (5.1, 5.5) lets stand in a name and in a value. Node's own check would load all of `node:http`. */
const headerName = /^[\w!#$%&'*+.^`|~-]+$/u;
const headerValue = /^[\t -~\u0080-\u00ff]*$/u;

/** The headers that each request to a server has, expanded. Throws a `ConfigError` for what no header can hold, or none of these. */
export function readHeaders(
  name: string,
  written: Readonly<Record<string, string>>,
  variables: VariableScope,
): Readonly<Record<string, string>> {
  const headers = expandTree(written, variables, 'headers');
  for (const [header, value] of Object.entries(headers)) {
    const field = `headers.${header}`;
    if (!headerName.test(header)) {
      throw invalid(`"${field}" of "${name}" is not the name of a header. Use letters, digits and "-".`, field);
    }
    const owner = ownerOfHeader(header);
    if (owner !== undefined) {
      throw invalid(`"${field}" of "${name}" must not be configured, since ${owner} sets it. Take it out.`, field);
    }
    if (!headerValue.test(value)) {
      throw invalid(`"${field}" of "${name}" has a character that a header cannot hold, such as a line break.`, field);
    }
  }
  return headers;
}

function invalid(message: string, field: string): ConfigError {
  return new ConfigError('invalid_config', message, field);
}
