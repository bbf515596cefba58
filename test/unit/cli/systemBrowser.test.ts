import assert from 'node:assert/strict';
import { win32 } from 'node:path';
import { browserCall } from '../../../src/cli/systemBrowser.ts';

describe('the program that opens a browser', () => {
  const address = new URL('https://login.example/?a=1&b=$(c)');

  it('is looked for nowhere on Windows, where the working directory would come first', () => {
    const [program, ...args] = browserCall(address, 'win32');
    assert.ok(win32.isAbsolute(program), program);
    assert.deepEqual(args, ['url.dll,FileProtocolHandler', address.href]);
  });

  it('is given the address as one argument, which no shell reads', () => {
    assert.deepEqual(browserCall(address, 'linux'), ['xdg-open', address.href]);
    assert.deepEqual(browserCall(address, 'darwin'), ['open', address.href]);
  });
});
