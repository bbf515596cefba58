import assert from 'node:assert/strict';
import { configSources } from '../../../src/core/mcp/config/configScopes.ts';
import type { ConfigLocations } from '../../../src/core/mcp/config/configScopes.ts';

describe('the configuration files that are read', () => {
  function files(changes: Partial<ConfigLocations> = {}): string[] {
    const locations = {
      home: '/home/ada/.patchbay',
      workspaceFolder: '/project',
      cwd: '/project',
      sessionFiles: [],
      isStrict: false,
      isTrusted: () => true,
    };
    return configSources({ ...locations, ...changes }).map(({ scope, file, folder }) => `${scope} ${file} ${folder}`);
  }

  it('are the person’s, the project’s, the checkout’s and the session’s, in this order', () => {
    assert.deepEqual(files({ sessionFiles: ['a.json', '/b.json'] }), [
      'user /home/ada/.patchbay/mcp.json /project',
      'project /project/.mcp.json /project',
      'local /project/.patchbay/mcp.json /project',
      'session /project/a.json /project',
      'session /b.json /project',
    ]);
  });

  it('are those of every folder down to the current one', () => {
    const project = files({ cwd: '/project/a/b', workspaceFolder: '/project/' }).filter((file) =>
      file.startsWith('project'),
    );
    assert.deepEqual(project, [
      'project /project/.mcp.json /project',
      'project /project/a/.mcp.json /project/a',
      'project /project/a/b/.mcp.json /project/a/b',
    ]);
  });

  for (const cwd of ['/', '/workbench', '/other', '/project/..']) {
    it(`are those of the root alone when the current folder is ${cwd}`, () => {
      const project = files({ cwd }).filter((file) => file.startsWith('project'));
      assert.deepEqual(project, ['project /project/.mcp.json /project']);
    });
  }

  it('are the person’s and the session’s alone without a workspace', () => {
    assert.deepEqual(files({ workspaceFolder: undefined, cwd: '/x', sessionFiles: ['s.json'] }), [
      'user /home/ada/.patchbay/mcp.json /x',
      'session /x/s.json /x',
    ]);
  });

  it('hold the person’s own file once, as such, where the workspace is the home folder', () => {
    for (const isTrusted of [true, false]) {
      assert.deepEqual(files({ workspaceFolder: '/home/ada', cwd: '/home/ada', isTrusted: () => isTrusted }).sort(), [
        'project /home/ada/.mcp.json /home/ada',
        'user /home/ada/.patchbay/mcp.json /home/ada',
      ]);
    }
  });

  it('are the session’s alone where that is asked for', () => {
    assert.deepEqual(files({ isStrict: true, sessionFiles: ['s.json'] }), ['session /project/s.json /project']);
  });

  it('put those of a workspace without trust below the person’s own', () => {
    assert.deepEqual(
      files({ isTrusted: () => false, sessionFiles: ['s.json'] }).map((file) => file.split(' ')[0]),
      ['project', 'local', 'user', 'session'],
    );
  });
});
