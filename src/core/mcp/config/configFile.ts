import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { JSONPath, Node, ParseError } from 'jsonc-parser';
import type { ConfigIssue } from './configIssue.ts';
import type { ConfigSource } from './configScopes.ts';
import { readSourceText } from './sourceText.ts';

/** One entry below `mcpServers` or of `inputs`, not yet judged. */
export interface ConfigEntry {
  /** Of a server; for an input its place, such as `inputs[0]`. */
  readonly name: string;
  readonly value: unknown;
  /** 1-based line of the key, or of the input. */
  readonly line: number;
  /** Line of a place inside the entry, or of the nearest place around it that is there. */
  readonly lineOf: (path: JSONPath) => number;
}

export interface ConfigFileContent {
  readonly entries: readonly ConfigEntry[];
  readonly inputs: readonly ConfigEntry[];
  readonly issues: readonly ConfigIssue[];
  /** True when the text is no JSON: the entries that a parser could guess from it are not given. */
  readonly isBroken: boolean;
}

/** Reads a configuration file (contract §3). A file that is not there has no entries; nothing makes this reject. */
export async function readConfigFile({
  file,
  scope,
}: Pick<ConfigSource, 'file' | 'scope'>): Promise<ConfigFileContent> {
  try {
    return parseConfigText(file, await readSourceText(file, scope));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { entries: [], inputs: [], issues: [], isBroken: false };
    return broken(file, 1, `The file cannot be read: ${message}. None of its servers start.`);
  }
}

/** Parses configuration text: JSON with comments, trailing commas and a byte order mark allowed. */
export function parseConfigText(file: string, source: string): ConfigFileContent {
  const text = source.replace(/^\uFEFF/, '');
  const lines = new LineIndex(text);
  // Not an empty set of servers: an editor that does not save in one step leaves the file empty for a moment.
  if (text.trim() === '') {
    return broken(file, 1, 'The file is empty. Write {} if it is to hold no servers, or delete it.');
  }

  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const what = printParseErrorCode(error.error)
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase();
    return broken(
      file,
      lines.at(error.offset),
      `The file is not valid JSON (${what}). None of its servers start until it is mended.`,
    );
  }
  if (root?.type !== 'object') return broken(file, 1, 'The file must hold an object with "mcpServers".');

  const { inputs, issues } = inputsOf(file, root, lines);
  const servers = lastMember(root, 'mcpServers');
  if (!servers) {
    return { entries: [], inputs, issues: [...issues, ...missingServers(file, root, lines)], isBroken: false };
  }
  if (servers.type !== 'object') {
    return broken(file, lines.at(servers.offset), '"mcpServers" must be an object of servers by name.');
  }
  const { entries, issues: ofServers } = entriesOf(file, servers, lines);
  const repeated = ['mcpServers', 'inputs'].flatMap((key) => repetitions(file, root, key, lines));
  return { entries, inputs, issues: [...repeated, ...issues, ...ofServers], isBroken: false };
}

/** The value of a key. Of one that is there more than once the last counts, as wherever JSON is read. */
function lastMember({ children = [] }: Node, key: string): Node | undefined {
  return children.findLast((property) => property.children?.[0]?.value === key)?.children?.[1];
}

function repetitions(file: string, { children = [] }: Node, key: string, lines: LineIndex): ConfigIssue[] {
  const properties = children.filter((property) => property.children?.[0]?.value === key);
  const last = properties.pop();
  return properties.map(({ offset }): ConfigIssue => {
    const message = `"${key}" comes again in line ${lines.at(last?.offset ?? offset)}, which counts. Join the two.`;
    return { code: 'invalid_config', file, line: lines.at(offset), message, severity: 'warning' };
  });
}

function inputsOf(file: string, root: Node, lines: LineIndex): Pick<ConfigFileContent, 'inputs' | 'issues'> {
  const node = lastMember(root, 'inputs');
  if (!node) return { inputs: [], issues: [] };
  const line = lines.at(node.offset);
  if (node.type !== 'array') {
    const message = '"inputs" must be an array of what servers ask a person for.';
    return {
      inputs: [],
      issues: [{ code: 'invalid_config', file, line, field: 'inputs', message, severity: 'error' }],
    };
  }
  const inputs = (node.children ?? []).map((child, index): ConfigEntry => {
    const lineOfInput = lines.at(child.offset);
    const lineOf = (path: JSONPath): number => lineInside(child, path, lines, lineOfInput);
    return { name: `inputs[${index}]`, value: getNodeValue(child), line: lineOfInput, lineOf };
  });
  return { inputs, issues: [] };
}

function entriesOf(file: string, servers: Node, lines: LineIndex): Pick<ConfigFileContent, 'entries' | 'issues'> {
  const entries = new Map<string, ConfigEntry>();
  const issues: ConfigIssue[] = [];
  for (const property of servers.children ?? []) {
    const [key, node] = property.children ?? [];
    if (!key || !node) continue;
    const name = String(key.value);
    const line = lines.at(key.offset);
    const earlier = entries.get(name);
    if (earlier) {
      const message = `"${name}" is defined again in line ${line}, which counts. Rename or remove one of the two.`;
      issues.push({ code: 'invalid_config', file, line: earlier.line, server: name, message, severity: 'warning' });
    }
    entries.set(name, { name, value: getNodeValue(node), line, lineOf: (path) => lineInside(node, path, lines, line) });
  }
  return { entries: [...entries.values()], issues };
}

function lineInside(node: Node, path: JSONPath, lines: LineIndex, otherwise: number): number {
  for (let length = path.length; length > 0; length--) {
    const found = findNodeAtLocation(node, path.slice(0, length));
    if (found) return lines.at(found.parent?.type === 'property' ? found.parent.offset : found.offset);
  }
  return otherwise;
}

function missingServers(file: string, root: Node, lines: LineIndex): ConfigIssue[] {
  const foreign = findNodeAtLocation(root, ['servers']);
  if (!foreign?.parent) return [];
  const message = 'Servers are read from "mcpServers"; "servers" is not used here. Rename the key.';
  return [{ code: 'invalid_config', file, line: lines.at(foreign.parent.offset), message, severity: 'warning' }];
}

function broken(file: string, line: number, message: string): ConfigFileContent {
  const issue: ConfigIssue = { code: 'invalid_config', file, line, message, severity: 'error' };
  return { entries: [], inputs: [], issues: [issue], isBroken: true };
}

/** Turns offsets into 1-based lines. */
class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  at(offset: number): number {
    let line = 0;
    // By halves: a file of some thousand servers has as many places to tell, several each time that it is edited.
    for (let end = this.#starts.length; line < end;) {
      const middle = (line + end) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) line = middle + 1;
      else end = middle;
    }
    return line;
  }
}
