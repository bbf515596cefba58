import { silentLogger } from '../../src/core/base/logger.ts';
import { noHostHandlers } from '../../src/core/mcp/host/hostHandlers.ts';
import type { RuntimeOptions } from '../../src/core/runtimePort.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import type { Settings } from '../../src/core/settings.ts';
import type { HubFixture } from './hubFixture.ts';

/** Options for a runtime on the home and the workspace of a fixture, whose conversations lie in its home. */
export function runtimeOptions(
  fixture: HubFixture,
  settings: Partial<Settings> = {},
  more: Partial<RuntimeOptions> = {},
): RuntimeOptions {
  return {
    home: fixture.home,
    storage: fixture.home,
    workspaceFolder: fixture.workspace,
    cwd: fixture.workspace,
    isTrusted: () => true,
    sessionConfigFiles: [],
    isStrictConfig: false,
    canAsk: true,
    environment: process.env,
    settings: () => ({ ...defaultSettings, ...settings }),
    secrets: fixture.secrets,
    hostHandlers: noHostHandlers,
    version: '1.0.0',
    logger: silentLogger,
    ...more,
  };
}
