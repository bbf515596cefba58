import assert from 'node:assert/strict';
import { EnvironmentSecrets } from '../../../src/cli/environmentSecrets.ts';

describe('the secrets of the command line', () => {
  const secrets = new EnvironmentSecrets({ KEY: 'value', EMPTY: '' });

  it('come from the environment', async () => assert.equal(await secrets.get('KEY'), 'value'));

  it('are not there when the variable is empty or missing', async () => {
    assert.equal(await secrets.get('EMPTY'), undefined);
    assert.equal(await secrets.get('MISSING'), undefined);
  });

  it('cannot be kept or removed, and the error says what to do instead', async () => {
    await assert.rejects(secrets.set('KEY'), /environment variable KEY/);
    await assert.rejects(secrets.delete('KEY'), /environment variable KEY/);
  });
});
