import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { homeFolder } from '../../../src/core/homeFolder.ts';

const cwd = resolve('/home/ada/trips');

describe('the home folder', () => {
  it('is below the user’s own unless the environment says otherwise', () => {
    assert.equal(homeFolder({}, cwd), join(homedir(), '.patchbay'));
  });

  it('is what the environment says, against the current folder when that is relative', () => {
    const elsewhere = resolve('/elsewhere');
    assert.equal(homeFolder({ PATCHBAY_HOME: elsewhere }, cwd), elsewhere);
    assert.equal(homeFolder({ PATCHBAY_HOME: 'mine' }, cwd), join(cwd, 'mine'));
  });

  it('takes an empty variable for none', () => {
    assert.equal(homeFolder({ PATCHBAY_HOME: '' }, cwd), join(homedir(), '.patchbay'));
  });
});
