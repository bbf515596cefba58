import * as z from 'zod/mini';
import { fieldPath } from './configEntry.ts';
import type { ConfigEntry } from './configFile.ts';
import type { ConfigIssue } from './configIssue.ts';
import type { InputDefinition } from './inputPrompt.ts';

const text = 'must be a string';

/** An entry of `inputs`, in the form that VS Code gave it: a choice may have a label besides its value. */
const inputSchema = z.looseObject(
  {
    id: z.string(text).check(z.regex(/^[^{}]+$/u, 'must not be empty or hold braces')),
    type: z.optional(z.enum(['promptString', 'pickString'], 'must be "promptString" or "pickString"')),
    description: z.optional(z.string(text)),
    default: z.optional(z.string(text)),
    password: z.optional(z.boolean('must be true or false')),
    options: z.optional(
      z.array(z.union([z.string(), z.looseObject({ value: z.string() })], text), 'must be an array of strings'),
    ),
  },
  'must be an object',
);
type InputEntry = z.infer<typeof inputSchema>;

export interface InputsReading {
  readonly inputs: ReadonlyMap<string, InputDefinition>;
  readonly issues: readonly ConfigIssue[];
}

/** Judges the `inputs` of one file, each whatever the others are like. Their `name` is their place, `inputs[0]`. */
export function readInputs(file: string, entries: readonly ConfigEntry[]): InputsReading {
  const inputs = new Map<string, InputDefinition>();
  const issues: ConfigIssue[] = [];
  const refuse = (entry: ConfigEntry, path: readonly (string | number)[], what: string): void => {
    const field = `${entry.name}${path.length === 0 ? '' : `.${fieldPath(path)}`}`;
    const line = entry.lineOf([...path]);
    const message = `"${field}" ${what}. Servers that refer to it do not start.`;
    issues.push({ code: 'invalid_config', file, line, field, message, severity: 'error' });
  };
  for (const entry of entries) {
    const parsed = z.safeParse(inputSchema, entry.value);
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) {
        refuse(
          entry,
          path.filter((part) => typeof part !== 'symbol'),
          message,
        );
      }
      continue;
    }
    const { id, type, options } = parsed.data;
    if (type === 'pickString' && (options ?? []).length === 0)
      refuse(entry, ['options'], 'must name what to pick from');
    else if (inputs.has(id)) refuse(entry, ['id'], `is "${id}" once more, of which the first counts`);
    else inputs.set(id, definitionOf(parsed.data));
  }
  return { inputs, issues };
}

function definitionOf({ id, type, description, default: preset, password, options }: InputEntry): InputDefinition {
  const choices = type === 'pickString' ? (options ?? []) : [];
  return {
    id,
    description: description ?? id,
    default: preset,
    isPassword: password ?? false,
    options:
      choices.length === 0 ? undefined : choices.map((choice) => (typeof choice === 'string' ? choice : choice.value)),
  };
}
