import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ProjectInstructions } from '../../../src/core/agent/context/projectInstructions.ts';
import type { ReadInstructions } from '../../../src/core/agent/context/projectInstructions.ts';
import { RequestBuilder } from '../../../src/core/agent/context/requestBuilder.ts';
import { defaultSettings } from '../../../src/core/settings.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { stateOf } from './fakes/aConversation.ts';
import { SummarizingModel } from './fakes/summarizingModel.ts';

describe('ProjectInstructions', () => {
  let outside: string;
  let root: string;

  beforeEach(async () => {
    outside = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-instructions-')));
    root = join(outside, 'project');
    await mkdir(root);
  });
  afterEach(() => rm(outside, { recursive: true }));

  const write = async (path: string, text: string): Promise<string> => {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return file;
  };
  const instructionsAt = (cwd = root, isTrusted: () => boolean = () => true): ProjectInstructions =>
    new ProjectInstructions({ folder: root, cwd, isTrusted });
  const pathsOf = ({ files }: ReadInstructions): string[] => files.map(({ path }) => path);

  it('reads AGENTS.md from the workspace root down to the current folder, then the checkout’s own file', async () => {
    await write('AGENTS.md', 'Use tabs.\n');
    await write('packages/app/AGENTS.md', 'Use spaces.');
    await write('packages/other/AGENTS.md', 'Not here.');
    await write('.patchbay/instructions.md', 'Call me Ada.');
    const read = await instructionsAt(join(root, 'packages', 'app')).read();
    assert.deepEqual(read, {
      files: [
        { path: 'AGENTS.md', text: 'Use tabs.' },
        { path: 'packages/app/AGENTS.md', text: 'Use spaces.' },
        { path: '.patchbay/instructions.md', text: 'Call me Ada.' },
      ],
      warnings: [],
    });
  });

  it('reads the files of other agents only where there is no AGENTS.md', async () => {
    await write('CLAUDE.md', 'Root.');
    await write('.github/copilot-instructions.md', 'Copilot.');
    await write('app/CLAUDE.md', 'App.');
    const instructions = instructionsAt(join(root, 'app'));
    assert.deepEqual(pathsOf(await instructions.read()), ['CLAUDE.md', 'app/CLAUDE.md']);
    await write('AGENTS.md', 'Agents.');
    assert.deepEqual(pathsOf(await instructions.read()), ['AGENTS.md', 'app/CLAUDE.md']);
    await rm(join(root, 'AGENTS.md'));
    await rm(join(root, 'CLAUDE.md'));
    assert.deepEqual(pathsOf(await instructions.read()), ['.github/copilot-instructions.md', 'app/CLAUDE.md']);
  });

  it('reads nothing of a workspace that is not trusted, until it is', async () => {
    await write('AGENTS.md', 'Use tabs.');
    let isTrusted = false;
    const instructions = instructionsAt(root, () => isTrusted);
    assert.deepEqual(await instructions.read(), { files: [], warnings: [] });
    isTrusted = true;
    assert.deepEqual(pathsOf(await instructions.read()), ['AGENTS.md']);
  });

  it('reads the root alone when the current folder is outside of it', async () => {
    await write('AGENTS.md', 'Use tabs.');
    await writeFile(join(outside, 'AGENTS.md'), 'Outside.');
    assert.deepEqual((await instructionsAt(outside).read()).files, [{ path: 'AGENTS.md', text: 'Use tabs.' }]);
  });

  it('reads a file again when it changed', async () => {
    const file = await write('AGENTS.md', 'Use tabs.');
    const instructions = instructionsAt();
    await instructions.read();
    await writeFile(file, 'Use dots.');
    await utimes(file, 1, 1);
    assert.deepEqual((await instructions.read()).files, [{ path: 'AGENTS.md', text: 'Use dots.' }]);
  });

  it('refuses a link that leads out of the workspace, a folder and a file that is no text, and reads the others', async () => {
    await writeFile(join(outside, 'secret.md'), 'Secret.');
    await symlink(join(outside, 'secret.md'), join(root, 'AGENTS.md'));
    await mkdir(join(root, 'app', 'AGENTS.md'), { recursive: true });
    await write('app/src/AGENTS.md', 'a\0b');
    await write('.patchbay/instructions.md', 'Call me Ada.');
    const { files, warnings } = await instructionsAt(join(root, 'app', 'src')).read();
    assert.deepEqual(files, [{ path: '.patchbay/instructions.md', text: 'Call me Ada.' }]);
    const messages = warnings.map(({ message }) => message).sort();
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['instructions_failed', 'instructions_failed', 'instructions_failed'],
    );
    assert.match(messages[0]!, /AGENTS\.md are not used: it is a link that leads out of the workspace/);
    assert.match(messages[1]!, /app\/AGENTS\.md are not used: it is not a file/);
    assert.match(messages[2]!, /app\/src\/AGENTS\.md are not used: it is not a text file/);
    assert.doesNotMatch(JSON.stringify(files), /Secret/);
  });

  it('follows a link that stays inside', async () => {
    await write('docs/agents.md', 'Use tabs.');
    await symlink(join('docs', 'agents.md'), join(root, 'AGENTS.md'));
    assert.deepEqual((await instructionsAt().read()).files, [{ path: 'AGENTS.md', text: 'Use tabs.' }]);
  });

  it('takes 32,000 characters together, however long files are, and says which were cut', async () => {
    await write('AGENTS.md', 'ä'.repeat(20_000));
    await write('app/AGENTS.md', 'ö'.repeat(10_000_000));
    await write('.patchbay/instructions.md', 'Call me Ada.');
    const { files, warnings } = await instructionsAt(join(root, 'app')).read();
    assert.deepEqual(
      files.map(({ text }) => text.length),
      [20_000, 12_000],
    );
    assert.equal(warnings.length, 1);
    assert.match(
      warnings[0]!.message,
      /longer than 32,000 characters together.*not given all of app\/AGENTS\.md, \.patchbay\/instructions\.md\./,
    );
  });

  it('come into the system prompt with each request, and their warnings once', async () => {
    const file = await write('AGENTS.md', 'Use tabs.');
    await mkdir(join(root, '.patchbay', 'instructions.md'), { recursive: true });
    const requests = new RequestBuilder({
      hub: new FakeHub(),
      artifacts: { read: () => Promise.reject(new Error('Nothing is stored')) },
      settings: () => defaultSettings,
      instructions: instructionsAt(),
    });
    const build = () => requests.build(new SummarizingModel(), [], { threadId: 'thread-1', state: stateOf() });
    const first = await build();
    assert.match(first.request.system, /# Instructions of this project\n.*\n\n## AGENTS\.md\nUse tabs\.$/);
    assert.equal(first.warnings.length, 1);
    await rm(file);
    const second = await build();
    assert.doesNotMatch(second.request.system, /Instructions of this project/);
    assert.deepEqual(second.warnings, []);
  });
});
