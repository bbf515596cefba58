import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { HostHandlers } from '../../mcp/host/hostHandlers.ts';

/** The folder of the workspace, for servers whose definition opts in to know it. It stays the same for a whole run. */
export function workspaceRoots(folder: string): NonNullable<HostHandlers['roots']> {
  const root = { uri: pathToFileURL(folder).href, name: basename(folder) };
  return { list: () => [root], onDidChange: new Emitter<void>().event };
}
