import { join } from 'node:path';
import { silentLogger } from '../../../src/core/base/logger.ts';
import { noHostHandlers } from '../../../src/core/mcp/host/hostHandlers.ts';
import type { RuntimeOptions } from '../../../src/core/runtimePort.ts';
import { defaultSettings } from '../../../src/core/settings.ts';
import { MemorySecrets } from '../memorySecrets.ts';

/** A core whose servers stand in `<home>/mcp.json`, whose conversations lie below it, and that asks nothing. */
export function crashOptions(home: string, baseUrl: string): RuntimeOptions {
  const provider = { type: 'openai-compatible', baseUrl, models: [{ id: 'steps' }] } as const;
  return {
    home,
    storage: join(home, 'storage'),
    cwd: home,
    isTrusted: () => true,
    sessionConfigFiles: [],
    isStrictConfig: false,
    canAsk: false,
    environment: process.env,
    settings: () => ({
      ...defaultSettings,
      model: 'local/steps',
      providers: { local: provider },
      permissionMode: 'bypass',
    }),
    secrets: new MemorySecrets(),
    hostHandlers: noHostHandlers,
    version: '1.0.0',
    logger: silentLogger,
  };
}
