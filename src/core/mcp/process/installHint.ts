const node = 'Node.js (https://nodejs.org)';
const uv = 'uv (https://docs.astral.sh/uv)';
const python = 'Python (https://www.python.org/downloads)';
const bun = 'Bun (https://bun.sh)';

/** What has to be installed for the programs that most servers are started with. */
const packages: ReadonlyMap<string, string> = new Map([
  ['node', node],
  ['npm', node],
  ['npx', node],
  ['uv', uv],
  ['uvx', uv],
  ['python', python],
  ['python3', python],
  ['bun', bun],
  ['bunx', bun],
  ['deno', 'Deno (https://deno.com)'],
  ['docker', 'Docker (https://docs.docker.com/get-docker)'],
]);

/** What a person does to have a program: the beginning of a sentence. */
export function installHint(command: string): string {
  const found = packages.get(command.toLowerCase().replace(/\.(?:cmd|exe)$/u, ''));
  return found === undefined ? 'Install it' : `Install ${found}`;
}
