import assert from 'node:assert/strict';
import { installHint } from '../../../../src/core/mcp/process/installHint.ts';

describe('the advice for a program that is missing', () => {
  it('names what the programs belong to that most servers are started with', () => {
    assert.equal(installHint('npx'), 'Install Node.js (https://nodejs.org)');
    assert.equal(installHint('npx.cmd'), 'Install Node.js (https://nodejs.org)');
    assert.equal(installHint('uvx'), 'Install uv (https://docs.astral.sh/uv)');
    assert.equal(installHint('docker'), 'Install Docker (https://docs.docker.com/get-docker)');
  });

  it('is general for any other', () => {
    assert.equal(installHint('my-server'), 'Install it');
  });
});
