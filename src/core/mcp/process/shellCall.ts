import { basename } from 'node:path';

/** Holds neither quotes nor signs that mean something to a shell within single quotes. */
const print = 'process.stdout.write(process.argv[1]+JSON.stringify(process.env)+process.argv[1])';

/**
 * The arguments with which a shell, as a person's login reads its profile, prints its environment as JSON between two
 * marks. Node prints it: `env` does so in a form of its own everywhere, and a value may hold a line end. `node` is the
 * path of Node.
 */
export function shellCall(shell: string, node: string, mark: string): string[] {
  switch (basename(shell)) {
    case 'pwsh':
    case 'pwsh-preview':
      return ['-Login', '-Command', `& '${node.replaceAll("'", "''")}' -e '${print}' ${mark}`];
    case 'nu':
      return ['-i', '-l', '-c', `^${JSON.stringify(node)} -e '${print}' ${mark}`];
    // They take no other flag beside the one for a login, and read what a person sets there without it.
    case 'csh':
    case 'tcsh':
      return ['-ic', `${posixQuoted(node)} -e '${print}' ${mark}`];
    // In single quotes it escapes.
    case 'fish':
      return ['-ilc', `'${node.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}' -e '${print}' ${mark}`];
    default:
      return ['-ilc', `${posixQuoted(node)} -e '${print}' ${mark}`];
  }
}

function posixQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
