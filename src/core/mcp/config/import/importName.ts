import type { JsonObject } from '../../../../shared/base/json.ts';
import { nameProblem } from '../serverName.ts';

/** A name that a server can have, near to one that it cannot, and not among those taken. */
export function validName(name: string, taken: ReadonlySet<string>): string {
  const plain = name.replace(/[^A-Za-z0-9._-]+/gu, '-').replace(/^-+|-+$/gu, '') || 'server';
  const base = nameProblem(plain) === undefined ? plain : `server-${plain}`;
  let candidate = base;
  for (let count = 2; taken.has(candidate); count++) candidate = `${base}-${count}`;
  return candidate;
}

/** What a server is called that came without a name: after its package or program, or its host. */
export function nameOf(entry: JsonObject): string {
  const { url, command, args } = entry;
  if (typeof url === 'string' && URL.canParse(url)) return nameOfHost(new URL(url).hostname);
  const words = [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === 'string');
  const [program = 'server', ...rest] = words;
  const isRunner =
    /(?:^|[\\/])(?:npx|uvx|bunx|pnpm|yarn|npm|bun|uv|docker|podman|node|python3?|deno|cmd)(?:\.\w+)?$/iu.test(program);
  const named = isRunner ? rest.filter((word) => !isOptionOrVerb(word)) : [];
  return nameOfPackage(named.find((word) => /mcp|server/iu.test(word)) ?? named[0] ?? program);
}

function isOptionOrVerb(word: string): boolean {
  return /^-|^\/\w$|^(?:run|exec|dlx|x|tool|start|npx|npm)$|=/u.test(word);
}

/** `@acme/mcp-server-docs@1.2` as `docs`, `C:\bin\docs-mcp.exe` as `docs`. */
function nameOfPackage(text: string): string {
  const last =
    text
      .replace(/(?<=.)@[^@/\\]*$/u, '')
      .split(/[\\/]/u)
      .at(-1) ?? text;
  const [scope] = /(?<=^@)[^/]+(?=\/)/u.exec(text) ?? [];
  const stem = last.replace(/\.(?:exe|cmd|bat|[cm]?js|ts|py|sh)$/iu, '').replace(/:[^:]*$/u, '');
  const short = stem.replace(/^(?:mcp-server-|server-|mcp-)|(?:-mcp-server|-mcp|-server)$/giu, '');
  return /^(?:mcp|server|mcp-server|index|main)?$/iu.test(short) ? (scope ?? stem) : short;
}

/** `mcp.docs.example.com` as `docs`. */
function nameOfHost(host: string): string {
  if (host === 'localhost' || /^[\d.]+$|:/u.test(host)) return 'local';
  const labels = host.split('.').slice(0, -1);
  return labels.findLast((label) => !/^(?:www|mcp|api|co|com)$/u.test(label)) ?? host;
}
