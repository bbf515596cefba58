import { ConfigError } from './configError.ts';

/** Where the values of variables come from (contract §3). */
export interface VariableScope {
  readonly variable: (name: string) => string | undefined;
  readonly workspaceFolder: string | undefined;
  readonly userHome: string;
  /** What stands for `${input:id}`. Throws a `ConfigError` for an input that is nowhere defined. */
  readonly input: (id: string) => string;
  /** Whether inputs have no values yet: what has one in it cannot be judged. */
  readonly areInputsOpen: boolean;
}

/**
 * Expands `${VAR}`, `${VAR:-default}`, `${env:VAR}`, `${workspaceFolder}`, `${userHome}` and `${input:id}` in one string,
 * which is never JSON text. Expanded values are not expanded again; a default may itself hold variables and, as in a shell,
 * also stands in for an empty value. Throws a `ConfigError` `missing_env` for a variable without value.
 */
export function expandVariables(text: string, scope: VariableScope): string {
  let expanded = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf('${', at);
    const end = start < 0 ? -1 : closingBrace(text, start);
    if (end < 0) return expanded + text.slice(at);
    expanded += text.slice(at, start) + valueOf(text.slice(start + 2, end), scope);
    at = end + 1;
  }
}

/** Whether a text asks a person for something. */
export function refersToInput(text: string): boolean {
  return text.includes('${input:');
}

/** Expands every string inside a value. `path` names the place in error messages, such as `args[1]`. */
export function expandTree<T>(value: T, scope: VariableScope, path: string): T {
  if (typeof value === 'string') return expandAt(value, scope, path) as T;
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    return items.map((item, index) => expandTree(item, scope, `${path}[${index}]`)) as T;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Readonly<Record<string, unknown>>).map(([key, item]) => [
    key,
    expandTree(item, scope, `${path}.${key}`),
  ]);
  return Object.fromEntries(entries) as T;
}

function expandAt(text: string, scope: VariableScope, path: string): string {
  try {
    return expandVariables(text, scope);
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(error.code, error.message, path);
    throw error;
  }
}

/** Index of the brace that closes the `${` at `start`, or -1. Braces of variables inside a default are skipped. */
function closingBrace(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('${', at)) depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return -1;
}

function valueOf(reference: string, scope: VariableScope): string {
  if (reference === 'userHome') return scope.userHome;
  if (reference === 'workspaceFolder') {
    if (scope.workspaceFolder !== undefined) return scope.workspaceFolder;
    throw missing('${workspaceFolder} has no value: no folder is open. Open one, or write the path.');
  }
  if (reference.startsWith('input:')) return scope.input(reference.slice('input:'.length));
  const [, name = '', separator, fallback = ''] = /^(?:env:)?(.*?)(?:(:-)(.*))?$/s.exec(reference) ?? [];
  if (!/^[A-Za-z_][\w().-]*$/.test(name)) {
    throw missing(
      `\${${reference}} is not a variable. Known are \${NAME}, \${NAME:-default}, \${env:NAME}, ` +
        `\${workspaceFolder}, \${userHome} and \${input:ID}.`,
    );
  }
  const value = scope.variable(name);
  if (separator !== undefined) return value === undefined || value === '' ? expandVariables(fallback, scope) : value;
  if (value !== undefined) return value;
  throw missing(`The environment variable ${name} is not set. Set it, or write \${${name}:-default}.`);
}

function missing(message: string): ConfigError {
  return new ConfigError('missing_env', message);
}
