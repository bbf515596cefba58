import { argv } from 'node:process';
import { silentLogger } from '../../src/core/base/logger.ts';
import { Hub } from '../../src/core/mcp/hub.ts';
import { noHostHandlers } from '../../src/core/mcp/host/hostHandlers.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import { MemorySecrets } from './memorySecrets.ts';

// A process that switches servers of the person's own file: each round one of its servers off and on, off at the end,
// with a mark that shows in the end whether the round was lost.
const [, , home = '', workspaceFolder = '', rounds = '0', ...names] = argv;
const hub = await Hub.create({
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
  logger: { ...silentLogger, warn: (text) => process.stderr.write(`${text}\n`) },
});
for (let round = 0; round < Number(rounds); round++) {
  const name = names[round % names.length] ?? '';
  await hub.edits.setEnabled(name, false);
  await hub.edits.setToolEnabled(name, `tool-${round}`, false);
  if (round + names.length < Number(rounds)) await hub.edits.setEnabled(name, true);
}
await hub.dispose();
