import type { ProviderSettings } from '../../settings.ts';

/** What a provider takes as the schema of a tool's arguments. */
export type SchemaDialect = 'openai' | 'anthropic' | 'google';

/** The dialect of each kind of provider. */
export const providerDialects: Readonly<Record<ProviderSettings['type'], SchemaDialect>> = {
  'openai-compatible': 'openai',
  anthropic: 'anthropic',
  google: 'google',
  'vscode-lm': 'openai',
  demo: 'openai',
};

/** How a dialect differs from plain JSON Schema without references and `allOf`. */
export interface DialectRules {
  /** Names of properties that the provider takes. */
  readonly propertyName: RegExp;
  /** Keywords beside the structure. Another one is told in the description instead. */
  readonly keywords: ReadonlySet<string>;
  /** Formats that the provider knows; undefined when it lets any pass. */
  readonly formats: ReadonlySet<string> | undefined;
  /** Whether `null` is a type like any other; else it is written `nullable`. */
  readonly hasNullType: boolean;
  /** Whether `enum` holds values of every type; else strings that are not empty. */
  readonly hasAnyEnum: boolean;
  /** Whether `additionalProperties` may be written. */
  readonly hasAdditional: boolean;
  /** Whether a schema may leave its type open, or have `anyOf` beside others of its keywords. */
  readonly isLoose: boolean;
}

const commonKeywords = [
  ...['title', 'description', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
];
const jsonSchemaKeywords = new Set([
  ...commonKeywords,
  ...['default', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'uniqueItems'],
]);

export const dialectRules: Readonly<Record<SchemaDialect, DialectRules>> = {
  // What OpenAI's own endpoint takes, and with it the many that speak its protocol.
  openai: {
    propertyName: /^/,
    keywords: jsonSchemaKeywords,
    formats: new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']),
    hasNullType: true,
    hasAnyEnum: true,
    hasAdditional: true,
    isLoose: true,
  },
  anthropic: {
    propertyName: /^[a-zA-Z0-9_.-]{1,64}$/,
    keywords: jsonSchemaKeywords,
    formats: undefined,
    hasNullType: true,
    hasAnyEnum: true,
    hasAdditional: true,
    isLoose: true,
  },
  // The `Schema` of the Gemini API, a part of OpenAPI 3.0.
  google: {
    propertyName: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/,
    keywords: new Set(commonKeywords),
    formats: new Set(['date-time']),
    hasNullType: false,
    hasAnyEnum: false,
    hasAdditional: false,
    isLoose: false,
  },
};
