import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { messageOf } from '../../../shared/base/messageOf.ts';
import type { Logger } from '../../base/logger.ts';
import type { Redactor } from '../config/secretNames.ts';
import type { ServerIdentity } from '../connection/connectionState.ts';
import { judgeSkill } from '../skills/skillEntry.ts';
import { judgePrompt, judgeResource, judgeTemplate, judgeTool } from './catalogItems.ts';
import type { Judged } from './catalogItems.ts';
import type { CatalogLists, Listed } from './catalogReader.ts';
import { isNestedTooDeeply } from './nesting.ts';

/** What a server offered when it was connected last. */
export interface KeptCatalog {
  readonly identity: ServerIdentity;
  readonly lists: CatalogLists;
}

/** A larger catalog is read anew at each connection instead. */
const maxChars = 2_000_000;
const maxFiles = 200;

const identitySchema = z.object({
  name: z.string(),
  version: z.string(),
  title: z.optional(z.string()),
  protocolVersion: z.string(),
  era: z.enum(['legacy', 'modern']),
  transport: z.enum(['stdio', 'http', 'sse', 'ws']),
  instructions: z.optional(z.string()),
  declares: z.object({
    tools: z.boolean(),
    resources: z.boolean(),
    prompts: z.boolean(),
    completions: z.boolean(),
    logging: z.boolean(),
    subscriptions: z.boolean(),
  }),
});

/** Items stand as the server gave them, and are judged anew when they are read. */
const fileSchema = z.object({
  identity: identitySchema,
  tools: z.array(z.unknown()),
  resources: z.array(z.unknown()),
  templates: z.array(z.unknown()),
  prompts: z.array(z.unknown()),
  skills: z.optional(z.array(z.unknown())),
});

/**
 * The catalogs of servers as they were last, one private file each in `<home>/cache/catalogs`, named by the hash of the
 * definition: a changed definition has none. Each file is replaced as a whole, so that of several processes one wins;
 * what cannot be read counts as not there, and no failure reaches a connection.
 */
export class CatalogCache {
  readonly #folder: string;
  readonly #logger: Logger;
  /** Digests of what this process wrote or read last, by hash, so that the same is not written again. */
  readonly #digests = new Map<string, string>();
  readonly #pending = new Map<string, string | undefined>();
  #writing: Promise<void> | undefined;
  #isPruned = false;

  constructor(home: string, logger: Logger) {
    this.#folder = join(home, 'cache', 'catalogs');
    this.#logger = logger;
  }

  /** The catalog kept for a definition, its items as those of `server`. Never rejects. */
  async read(server: string, hash: string): Promise<KeptCatalog | undefined> {
    const before = this.#digests.get(hash);
    try {
      const file = this.#file(hash);
      if ((await stat(file)).size > 4 * maxChars) return undefined;
      const text = await readFile(file, 'utf8');
      const parsed = z.safeParse(fileSchema, JSON.parse(text));
      if (!parsed.success) return undefined;
      const { identity, tools, resources, templates, prompts, skills } = parsed.data;
      const lists = {
        tools: judged(server, tools, judgeTool),
        resources: judged(server, resources, judgeResource),
        templates: judged(server, templates, judgeTemplate),
        prompts: judged(server, prompts, judgePrompt),
        ...(skills && { skills: judged(server, skills, judgeSkill) }),
      };
      // Unless a newer one was kept while this was read.
      if (this.#digests.get(hash) === before) this.#digests.set(hash, digestOf(text));
      return { identity, lists };
    } catch {
      // Not there, or damaged: the next connection writes it anew.
      return undefined;
    }
  }

  /** Keeps a catalog, unless it is too large or quotes a secret of ours, which `redact` would take out. */
  keep(hash: string, { identity, lists }: KeptCatalog, redact: Redactor): void {
    const text = JSON.stringify({
      identity,
      tools: lists.tools.items.map(({ raw }) => raw),
      resources: lists.resources.items.map(({ raw }) => raw),
      templates: lists.templates.items.map(({ raw }) => raw),
      prompts: lists.prompts.items.map(({ raw }) => raw),
      skills: lists.skills?.items.map(({ raw }) => raw),
    });
    const kept = text.length <= maxChars && redact(text) === text ? text : undefined;
    const digest = digestOf(kept ?? '');
    if (this.#digests.get(hash) === digest) return;
    this.#digests.set(hash, digest);
    this.#pending.set(hash, kept);
    this.#writing ??= this.#write();
  }

  /** Resolves when all is written. */
  async settle(): Promise<void> {
    await this.#writing;
  }

  /** One file after the other, of each the newest text: a server that changes its lists all the time writes no queue. */
  async #write(): Promise<void> {
    try {
      for (let next = takeFirst(this.#pending); next; next = takeFirst(this.#pending)) await this.#replace(...next);
      if (!this.#isPruned) await this.#prune();
      this.#isPruned = true;
    } catch (error) {
      this.#logger.warn(`What servers offer could not be kept for the next start: ${messageOf(error)}`);
    } finally {
      this.#writing = undefined;
      if (this.#pending.size > 0) this.#writing = this.#write();
    }
  }

  async #replace(hash: string, text: string | undefined): Promise<void> {
    const file = this.#file(hash);
    if (text === undefined) return rm(file, { force: true });
    const now = new Date();
    // As at most starts: nothing is new, but that it was used.
    if ((await readFile(file, 'utf8').catch(() => '')) === text) return utimes(file, now, now);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const { default: writeFileAtomic } = await import('write-file-atomic');
    // Not worth waiting for the disk: what is lost is read anew.
    await writeFileAtomic(file, text, { mode: 0o600, fsync: false });
  }

  /** Removes the oldest files, of definitions that are long gone. */
  async #prune(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json'));
    if (names.length <= maxFiles) return;
    const dated = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name);
        // Another process may be doing the same.
        return { path, at: await stat(path).then(({ mtimeMs }) => mtimeMs, Number) };
      }),
    );
    dated.sort((one, other) => other.at - one.at);
    await Promise.all(dated.slice(maxFiles).map(({ path }) => rm(path, { force: true })));
  }

  #file(hash: string): string {
    return join(this.#folder, `${hash}.json`);
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function judged<T>(
  server: string,
  values: readonly unknown[],
  judge: (server: string, value: unknown) => Judged<T>,
): Listed<T> {
  const items = values.flatMap((value): T[] => {
    const verdict = isNestedTooDeeply(value) ? undefined : judge(server, value);
    return verdict && 'item' in verdict ? [verdict.item] : [];
  });
  return { items, warnings: [] };
}

function takeFirst<K, V>(map: Map<K, V>): [K, V] | undefined {
  const [first] = map;
  if (first) map.delete(first[0]);
  return first;
}
