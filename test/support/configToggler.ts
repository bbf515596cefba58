import { argv } from 'node:process';
import { silentLogger } from '../../src/core/base/logger.ts';
import { Hub } from '../../src/core/mcp/hub.ts';
import { hubOptions } from './hubOptions.ts';

// A process that switches servers of the person's own file: each round one of its servers off and on, off at the end,
// with a mark that shows in the end whether the round was lost.
const [, , home = '', workspaceFolder = '', rounds = '0', ...names] = argv;
const hub = await Hub.create({
  ...hubOptions(home, workspaceFolder),
  logger: { ...silentLogger, warn: (text) => process.stderr.write(`${text}\n`) },
});
for (let round = 0; round < Number(rounds); round++) {
  const name = names[round % names.length] ?? '';
  await hub.edits.setEnabled(name, false);
  await hub.edits.setToolEnabled(name, `tool-${round}`, false);
  if (round + names.length < Number(rounds)) await hub.edits.setEnabled(name, true);
}
await hub.dispose();
