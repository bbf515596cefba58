import { basename, sep } from 'node:path';
import type { JsonValue } from '../../../../shared/base/json.ts';

/** A value whose variables are Patchbay's, and the references that have no equal. */
export interface TranslatedValue {
  readonly value: JsonValue;
  readonly unknown: readonly string[];
}

/**
 * Variables of editors as Patchbay writes them. `${env:X}`, `${userHome}`, `${workspaceFolder}`, `${input:x}`, `${X}`
 * and `${X:-default}` are the same in all; what has another name, or a fixed value, is replaced.
 */
export function translateVariables(value: JsonValue, workspaceFolder: string | undefined): TranslatedValue {
  const unknown = new Set<string>();
  const translate = (item: JsonValue): JsonValue => {
    if (typeof item === 'string') {
      return item.replace(/\$\{([^}]*)\}/gu, (reference, name: string) => {
        const translated = translatedName(name, workspaceFolder);
        if (translated === undefined) unknown.add(reference);
        return translated ?? reference;
      });
    }
    if (Array.isArray(item)) return item.map(translate);
    if (typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, translate(inner)]));
  };
  return { value: translate(value), unknown: [...unknown] };
}

function translatedName(name: string, workspaceFolder: string | undefined): string | undefined {
  switch (name) {
    case 'pathSeparator':
    case '/':
      return sep;
    case 'cwd':
    case 'workspaceRoot':
    case 'CLAUDE_PROJECT_DIR':
      return '${workspaceFolder}';
    case 'workspaceFolderBasename':
      return workspaceFolder === undefined ? undefined : basename(workspaceFolder);
    default:
      // A folder of several by its name: which one that is, is not known elsewhere.
      if (/^(?:command|config|file|workspaceFolder|workspaceRoot):/u.test(name)) return undefined;
      return `\${${name}}`;
  }
}
