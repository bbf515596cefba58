import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { ServerScope } from './serverDefinition.ts';

/** What decides which files are read. */
export interface ConfigLocations {
  /** `$PATCHBAY_HOME` or `~/.patchbay`. */
  readonly home: string;
  readonly workspaceFolder: string | undefined;
  readonly cwd: string;
  readonly sessionFiles: readonly string[];
  /** Only the session's files count. */
  readonly isStrict: boolean;
  /** Asked anew each time, since a person can give trust while the program runs. */
  readonly isTrusted: () => boolean;
}

/** One configuration file, whether or not it is there. */
export interface ConfigSource {
  readonly scope: ServerScope;
  readonly file: string;
  /** Folder that relative paths of its definitions start from. */
  readonly folder: string;
}

/** The files of contract §3, in ascending rank: a later definition wins over an earlier one of the same name. */
export function configSources(locations: ConfigLocations): readonly ConfigSource[] {
  const { home, sessionFiles, isStrict, isTrusted } = locations;
  const cwd = resolve(locations.cwd);
  const workspaceFolder = locations.workspaceFolder === undefined ? undefined : resolve(locations.workspaceFolder);
  const session = sessionFiles.map((file): ConfigSource => ({
    scope: 'session',
    file: resolve(cwd, file),
    folder: cwd,
  }));
  if (isStrict) return session;
  const user: ConfigSource = { scope: 'user', file: join(home, 'mcp.json'), folder: workspaceFolder ?? cwd };
  if (workspaceFolder === undefined) return [user, ...session];
  const project = foldersDownTo(workspaceFolder, cwd).map((folder): ConfigSource => ({
    scope: 'project',
    file: join(folder, '.mcp.json'),
    folder,
  }));
  const localFile = join(workspaceFolder, '.patchbay', 'mcp.json');
  // In the person's home folder it is the person's own file, which needs no approval.
  const local: readonly ConfigSource[] =
    localFile === resolve(user.file) ? [] : [{ scope: 'local', file: localFile, folder: workspaceFolder }];
  // A workspace that is not trusted must not put its servers, which cannot start, in the place of the person's own.
  return isTrusted() ? [user, ...project, ...local, ...session] : [...project, ...local, user, ...session];
}

/** The root and every folder below it on the way to `cwd`; the root alone when `cwd` is elsewhere. */
function foldersDownTo(root: string, cwd: string): string[] {
  const below = relative(root, cwd);
  if (below === '' || isAbsolute(below) || below === '..' || below.startsWith(`..${sep}`)) return [root];
  const folders: string[] = [];
  for (let folder = cwd; folder !== root; folder = dirname(folder)) folders.unshift(folder);
  return [root, ...folders];
}
