import { existsSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';

/**
 * The `node` that a person would start the built command line with: the machine's own, not the one that the packages
 * bring for the tests. Where there is no other, that one.
 */
export function plainNode(): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const own = folders.filter((folder) => folder !== '' && !folder.split(sep).includes('node_modules'));
  return own.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? process.execPath;
}
