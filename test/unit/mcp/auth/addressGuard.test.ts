import assert from 'node:assert/strict';
import { addressClass } from '../../../../src/core/mcp/auth/addressClass.ts';
import type { AddressClass } from '../../../../src/core/mcp/auth/addressClass.ts';
import { AddressGuard } from '../../../../src/core/mcp/auth/addressGuard.ts';
import { signInFails } from '../../../support/signInFailure.ts';

const classes: readonly (readonly [string, AddressClass])[] = [
  ['93.184.215.14', 'public'],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', 'public'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.0.1', 'private'],
  ['100.64.0.1', 'private'],
  ['fd12:3456::1', 'private'],
  ['::ffff:10.0.0.1', 'private'],
  ['127.0.0.1', 'loopback'],
  ['127.8.8.8', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['169.254.169.254', 'forbidden'],
  ['::ffff:169.254.169.254', 'forbidden'],
  ['fe80::1', 'forbidden'],
  ['fd00:ec2::254', 'forbidden'],
  ['100.100.100.200', 'forbidden'],
  ['0.0.0.0', 'forbidden'],
  ['::', 'forbidden'],
  ['224.0.0.1', 'forbidden'],
  ['255.255.255.255', 'forbidden'],
  ['198.18.0.1', 'forbidden'],
  // An IPv4 address in that of a translator leads where it says.
  ['64:ff9b::808:808', 'public'],
  ['64:ff9b::a00:1', 'private'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['64:ff9b::a9fe:a9fe', 'forbidden'],
  // One of a private network inside those of tunnels, and of translators that only some network knows.
  ['64:ff9b:1::a00:1', 'forbidden'],
  ['::ffff:0:10.0.0.1', 'forbidden'],
  ['2002:a00:1::', 'forbidden'],
  ['2001:0:a00:1::', 'forbidden'],
  ['not an address', 'forbidden'],
];

describe('The class of an address', () => {
  for (const [address, kind] of classes) {
    it(`is ${kind} for ${address}`, () => assert.equal(addressClass(address), kind));
  }
});

describe('The guard of addresses', () => {
  const answers: Readonly<Record<string, string>> = {
    'login.example': '93.184.215.14',
    'inside.example': '10.0.0.7',
    'mcp.corp.example': '10.0.0.8',
    'metadata.example': '169.254.169.254',
    'here.example': '127.0.0.1',
    localhost: '127.0.0.1',
  };

  function guard(...configured: readonly string[]): AddressGuard {
    return new AddressGuard(
      configured.map((address) => new URL(address)),
      (hostname) => {
        const address = answers[hostname] ?? hostname;
        return Promise.resolve([{ address, family: address.includes(':') ? 6 : 4 }]);
      },
    );
  }

  async function allows(subject: AddressGuard, address: string): Promise<boolean> {
    try {
      await subject.resolve(new URL(address));
      return true;
    } catch (error) {
      signInFails('untrusted')(error);
      return false;
    }
  }

  it('lets a server on the internet lead to the internet over TLS, and nowhere else', async () => {
    const subject = guard('https://mcp.example/mcp');
    assert.equal(await allows(subject, 'https://login.example/token'), true);
    for (const address of [
      'http://login.example/token',
      'https://inside.example/',
      'https://metadata.example/latest',
      'https://here.example/',
      'http://127.0.0.1:8080/',
      'https://localhost/',
      'https://[::1]/',
      // Other ways to write 127.0.0.1 and 169.254.169.254.
      'https://2130706433/',
      'https://0x7f.1/',
      'https://[::ffff:a9fe:a9fe]/',
      'https://person:word@login.example/',
      'ftp://login.example/',
    ]) {
      assert.equal(await allows(subject, address), false, address);
    }
  });

  it('lets a server on this machine lead to others on it, also without TLS, but not into the network', async () => {
    const subject = guard('http://127.0.0.1:3000/mcp');
    assert.equal(await allows(subject, 'http://localhost:4000/token'), true);
    assert.equal(await allows(subject, 'https://login.example/token'), true);
    assert.equal(await allows(subject, 'https://inside.example/'), false);
    assert.equal(await allows(subject, 'http://login.example/'), false);
    assert.equal(await allows(subject, 'https://metadata.example/'), false);
  });

  it('lets a private host lead to itself alone', async () => {
    const subject = guard('https://mcp.corp.example/mcp');
    assert.equal(await allows(subject, 'https://mcp.corp.example/token'), true);
    assert.equal(await allows(subject, 'https://inside.example/token'), false);
    assert.equal(await allows(subject, 'http://mcp.corp.example/token'), false);
  });

  it('takes the word of the person for a private host that is configured', async () => {
    const subject = guard('https://mcp.corp.example/mcp', 'https://inside.example/.well-known/openid-configuration');
    assert.equal(await allows(subject, 'https://inside.example/token'), true);
  });

  it('never lets anybody lead to a metadata service, whoever names it', async () => {
    assert.equal(await allows(guard('https://metadata.example/mcp'), 'https://metadata.example/token'), false);
  });

  it('gives only the addresses that may be connected to, where a name has several', async () => {
    const subject = new AddressGuard([new URL('https://mcp.example/')], () =>
      Promise.resolve([
        { address: '10.0.0.1', family: 4 },
        { address: '93.184.215.14', family: 4 },
      ]),
    );
    const found = await subject.resolve(new URL('https://login.example/'));
    assert.deepEqual(found, [{ address: '93.184.215.14', family: 4 }]);
  });

  it('says where it would have led, without the query', async () => {
    const asked = guard('https://mcp.example/').resolve(new URL('https://inside.example/token?code=secret-code'));
    await assert.rejects(asked, (error: Error) => {
      assert.match(error.message, /https:\/\/inside\.example\/token,.*private network/);
      assert.doesNotMatch(error.message, /secret-code/);
      return true;
    });
  });
});
