import { silentLogger } from '../../src/core/base/logger.ts';
import { noHostHandlers } from '../../src/core/mcp/host/hostHandlers.ts';
import type { HubOptions } from '../../src/core/mcp/hubOptions.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import { MemorySecrets } from './memorySecrets.ts';

/** A hub of a trusted workspace where nobody sits, with the default settings. */
export function hubOptions(home: string, workspaceFolder: string): HubOptions {
  return {
    home,
    workspaceFolder,
    cwd: workspaceFolder,
    isTrusted: () => true,
    sessionFiles: [],
    isStrict: false,
    environment: process.env,
    settings: () => defaultSettings,
    clientInfo: { name: 'patchbay-test', version: '1.0.0' },
    secrets: new MemorySecrets(),
    hostHandlers: noHostHandlers,
    logger: silentLogger,
  };
}
