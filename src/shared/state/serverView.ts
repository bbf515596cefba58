import * as z from 'zod/mini';

/** A connection's state as a person sees it; words of contract §7. */
const serverStatusSchema = z.enum([
  'connected',
  'connecting',
  'disconnected',
  'disabled',
  'needsApproval',
  'needsAuth',
  'failed',
]);
export type ServerStatus = z.infer<typeof serverStatusSchema>;

/** What would be granted without asking, shown before a server is approved. */
const alwaysAllowSchema = z.readonly(z.array(z.string()));

/** What it takes of the person, by name: variables of the environment, and inputs. */
const usedReferences = {
  variables: z.readonly(z.array(z.string())),
  inputs: z.readonly(z.array(z.string())),
};

/**
 * What a workspace wants to start or reach, and be granted, shown before it is approved. Values of variables and what
 * looks like a secret never travel.
 */
const serverCommandSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('program'),
    command: z.string(),
    args: z.readonly(z.array(z.string())),
    cwd: z.string(),
    environmentNames: z.readonly(z.array(z.string())),
    /** A file that more of them are read from. */
    envFile: z.optional(z.string()),
    ...usedReferences,
    alwaysAllow: alwaysAllowSchema,
  }),
  z.object({
    kind: z.literal('remote'),
    /** As written: variables are not expanded. */
    url: z.string(),
    /** As `Name: value`, with the names of variables in the place of their values. */
    headers: z.readonly(z.array(z.string())),
    ...usedReferences,
    /** A command line that is run on this machine for more headers. */
    headersHelper: z.optional(z.string()),
    /** Where `headersHelper` runs. */
    cwd: z.optional(z.string()),
    /** Who signs in, and where; empty when nothing of it is written. */
    oauth: z.object({
      clientId: z.optional(z.string()),
      clientSecretEnv: z.optional(z.string()),
      callbackPort: z.optional(z.number()),
      authServerMetadataUrl: z.optional(z.string()),
      clientMetadataUrl: z.optional(z.string()),
      scopes: z.optional(z.readonly(z.array(z.string()))),
    }),
    alwaysAllow: alwaysAllowSchema,
  }),
]);
export type ServerCommand = z.infer<typeof serverCommandSchema>;

/** The one thing that a person can do about a server that is not connected. */
const serverRemedySchema = z.enum([
  'signIn',
  'enable',
  /** Asks for what is missing. */
  'connect',
  'openSource',
  'showLog',
  'restart',
  /** The workspace that it belongs to is not trusted: it cannot even be approved. */
  'manageTrust',
]);
export type ServerRemedy = z.infer<typeof serverRemedySchema>;

const scopeSchema = z.enum(['user', 'project', 'local', 'session']);

/** One configured server, redacted for the view. */
export const serverViewSchema = z.object({
  name: z.string(),
  scope: scopeSchema,
  /** Where it is configured, e.g. `.mcp.json:3`. */
  source: z.string(),
  /** Where definitions of the same name are that this one is used in place of, nearest first. */
  overrides: z.readonly(z.array(z.object({ scope: scopeSchema, source: z.string() }))),
  transport: z.string(),
  status: serverStatusSchema,
  /** What went wrong and what to do, with `failed` and `needsAuth`. */
  error: z.optional(z.string()),
  /** Absent where nothing is to be done, or where the state has its own buttons. */
  remedy: z.optional(serverRemedySchema),
  /** When it is tried again by itself, in milliseconds since the epoch. */
  retryAt: z.optional(z.number()),
  /** Whether a person is signed in to it. */
  isSignedIn: z.boolean(),
  /** Of the definition that is shown; an approval names it. */
  hash: z.string(),
  /** Whether it needs approval because a person said no to this very definition. */
  isRejected: z.boolean(),
  /** Present while it needs approval and can be approved. */
  command: z.optional(serverCommandSchema),
  protocolVersion: z.optional(z.string()),
  /** `modern` from protocol version 2026-07-28. */
  era: z.optional(z.enum(['legacy', 'modern'])),
  /** Of what is in use: tools that are switched off do not count. */
  counts: z.object({
    tools: z.number(),
    resources: z.number(),
    templates: z.number(),
    prompts: z.number(),
    /** Absent where there are none. */
    skills: z.optional(z.number()),
  }),
  /** Whether the counts are remembered from its last connection. */
  isCached: z.boolean(),
  /** Names of the tools it offers that are switched off. */
  disabledTools: z.readonly(z.array(z.string())),
  /** What of its offer is missing and why, such as a list that could not be read (contract §7). */
  warnings: z.readonly(z.array(z.object({ code: z.string(), message: z.string() }))),
});
export type ServerView = z.infer<typeof serverViewSchema>;

/** Something wrong in a configuration file that no server row can show. */
export const configIssueViewSchema = z.object({
  code: z.string(),
  /** Path relative to the workspace where possible, with the line. */
  source: z.string(),
  server: z.optional(z.string()),
  message: z.string(),
});
export type ConfigIssueView = z.infer<typeof configIssueViewSchema>;
