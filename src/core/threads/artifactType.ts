/** What a stored piece is; the second part of its file name. */
export type ArtifactKind = 'text' | 'image' | 'audio' | 'blob';

/** The type that each extension stands for when a file is read again. */
const typeOfExtension: Readonly<Record<string, string>> = {
  bin: 'application/octet-stream',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain',
  wav: 'audio/wav',
  webp: 'image/webp',
  yml: 'application/yaml',
};

const extensionOfType: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(typeOfExtension).map(([extension, type]) => [type, extension])),
  'application/x-yaml': 'yml',
  'audio/mp3': 'mp3',
  'audio/vnd.wave': 'wav',
  'audio/wave': 'wav',
  'audio/x-wav': 'wav',
  'image/jpg': 'jpg',
  'text/json': 'json',
  'text/x-markdown': 'md',
  'text/yaml': 'yml',
};

/**
 * The bare type of what a server declared: lower case, without parameters. What is absent or not of the form
 * `type/subtype` is `application/octet-stream`.
 */
export function bareType(declared: string | undefined): string {
  const type = (declared ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[a-z0-9][\w.+-]*\/[a-z0-9][\w.+-]*$/.test(type) ? type : 'application/octet-stream';
}

/** Extension of a stored file. Text is `json`, `md` or `txt` (contract §4), whatever else it may be. */
export function extensionFor(kind: ArtifactKind, mimeType: string): string {
  const type = bareType(mimeType);
  const extension = type.endsWith('+json') ? 'json' : extensionOfType[type];
  if (kind === 'text') return extension === 'json' || extension === 'md' ? extension : 'txt';
  return extension ?? 'bin';
}

/** Type of a stored file by its extension. */
export function typeForExtension(extension: string): string {
  return typeOfExtension[extension] ?? 'application/octet-stream';
}
