import { visibleCharacters } from '../shared/base/visibleCharacters.ts';

/** Extensions by which the editor knows languages and pictures. The first of a type is the one that is given. */
const extensionsOfType: Readonly<Record<string, readonly string[]>> = {
  'application/javascript': ['js', 'mjs', 'cjs'],
  'application/json': ['json', 'jsonc', 'jsonl'],
  'application/pdf': ['pdf'],
  'application/sql': ['sql'],
  'application/toml': ['toml'],
  'application/typescript': ['ts', 'tsx'],
  'application/x-sh': ['sh', 'bash'],
  'application/xml': ['xml'],
  'application/yaml': ['yaml', 'yml'],
  'application/zip': ['zip'],
  'audio/mpeg': ['mp3'],
  'audio/ogg': ['ogg'],
  'audio/wav': ['wav'],
  'image/gif': ['gif'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/svg+xml': ['svg'],
  'image/webp': ['webp'],
  'text/css': ['css'],
  'text/csv': ['csv'],
  'text/html': ['html', 'htm'],
  'text/javascript': ['js', 'mjs', 'cjs'],
  'text/markdown': ['md', 'markdown'],
  'text/x-python': ['py'],
  'text/xml': ['xml'],
  'text/yaml': ['yaml', 'yml'],
  'video/mp4': ['mp4'],
};

/** What a name is made of. All of it is a server's. */
export interface NamedContent {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly isText: boolean;
}

/**
 * A file name for a resource, by whose extension the editor finds the language or the viewer: that of the URI's last
 * part where it agrees with the type, else one of the type.
 */
export function resourceFileName({ uri, mimeType, isText }: NamedContent): string {
  const base = lastPart(uri);
  const written = /\.([A-Za-z0-9]{1,8})$/.exec(base)?.[1]?.toLowerCase();
  const extensions = extensionsOf(mimeType);
  if (written !== undefined && (extensions === undefined || extensions.includes(written))) return base;
  return `${base}.${extensions?.[0] ?? (isText ? 'txt' : 'bin')}`;
}

/** Undefined for a type that says nothing of the language, such as `text/plain`, and for none. */
function extensionsOf(mimeType: string | undefined): readonly string[] | undefined {
  const type = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const known = Object.hasOwn(extensionsOfType, type) ? extensionsOfType[type] : undefined;
  if (known) return known;
  if (type.endsWith('+json')) return ['json'];
  return type.endsWith('+xml') ? ['xml'] : undefined;
}

const longestName = 80;

function lastPart(uri: string): string {
  const path = uri.split(/[?#]/, 1)[0] ?? '';
  const part = path.split('/').findLast((piece) => piece !== '') ?? '';
  const name = visibleCharacters(decoded(part))
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/^\.+/, '')
    .slice(-longestName);
  return name === '' ? 'resource' : name;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A per cent sign that stands for itself.
    return part;
  }
}
