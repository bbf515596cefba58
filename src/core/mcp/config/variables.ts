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
  return [...piecesOf(text)]
    .map((piece) => (typeof piece === 'string' ? piece : valueOf(piece.reference, scope)))
    .join('');
}

/** What a text may take from a person: variables of the environment and inputs, those of defaults too. */
export function* referencesIn(text: string): Generator<NamedReference> {
  for (const piece of piecesOf(text)) {
    if (typeof piece === 'string') continue;
    const named = namedReference(piece.reference);
    // What is no variable is skipped, not refused: it must not keep what stands behind it from being seen.
    if (!named) continue;
    yield named;
    if (named.kind === 'variable' && named.fallback !== undefined) yield* referencesIn(named.fallback);
  }
}

/** A reference to what has a name, and what stands in for a variable without value. */
export type NamedReference =
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'variable'; readonly name: string; readonly fallback: string | undefined };

/** Whether a text asks a person for something. */
export function refersToInput(text: string): boolean {
  return text.includes('${input:');
}

/**
 * Expands every string inside a value. `path` names the place in error messages, such as `args[1]`. Throws a
 * `ConfigError` `invalid_config` for what no program can be given.
 */
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
  let expanded: string;
  try {
    expanded = expandVariables(text, scope);
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(error.code, error.message, path);
    throw error;
  }
  if (!expanded.includes('\0')) return expanded;
  const message = `${JSON.stringify(path)} has a NUL character, with which nothing can be started or reached. Take it out.`;
  throw new ConfigError('invalid_config', message, path);
}

/** A text, taken apart into what stands as it is and what stands between the braces of references. */
function* piecesOf(text: string): Generator<string | { readonly reference: string }> {
  let at = 0;
  for (;;) {
    const start = text.indexOf('${', at);
    const end = start < 0 ? -1 : closingBrace(text, start);
    yield text.slice(at, end < 0 ? undefined : start);
    if (end < 0) return;
    yield { reference: text.slice(start + 2, end) };
    at = end + 1;
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

/** Undefined for what is neither an input nor a variable of the environment. */
function namedReference(reference: string): NamedReference | undefined {
  if (reference === 'userHome' || reference === 'workspaceFolder') return undefined;
  if (reference.startsWith('input:')) return { kind: 'input', name: reference.slice('input:'.length) };
  const [, name = '', separator, fallback] = /^(?:env:)?(.*?)(?:(:-)(.*))?$/s.exec(reference) ?? [];
  if (!/^[A-Za-z_][\w().-]*$/.test(name)) return undefined;
  return { kind: 'variable', name, fallback: separator === undefined ? undefined : fallback };
}

function valueOf(reference: string, scope: VariableScope): string {
  if (reference === 'userHome') return scope.userHome;
  if (reference === 'workspaceFolder') {
    if (scope.workspaceFolder !== undefined) return scope.workspaceFolder;
    throw missing('${workspaceFolder} has no value: no folder is open. Open one, or write the path.');
  }
  const named = namedReference(reference);
  if (!named) {
    throw missing(
      `\${${reference}} is not a variable. Known are \${NAME}, \${NAME:-default}, \${env:NAME}, ` +
        `\${workspaceFolder}, \${userHome} and \${input:ID}.`,
    );
  }
  const { kind, name } = named;
  if (kind === 'input') return scope.input(name);
  const value = scope.variable(name);
  const { fallback } = named;
  if (fallback !== undefined) return value === undefined || value === '' ? expandVariables(fallback, scope) : value;
  if (value !== undefined) return value;
  throw missing(`The environment variable ${name} is not set. Set it, or write \${${name}:-default}.`);
}

function missing(message: string): ConfigError {
  return new ConfigError('missing_env', message);
}
