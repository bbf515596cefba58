import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LocalSecrets } from '../../../src/cli/secrets/localSecrets.ts';
import { seal, unseal } from '../../../src/cli/secrets/sealedValue.ts';
import type { SecretKey } from '../../../src/cli/secrets/secretKey.ts';
import type { Logger } from '../../../src/core/base/logger.ts';

const writer = fileURLToPath(new URL('../../support/secretWriter.ts', import.meta.url));

/** A keyring in memory that counts how often it is asked. */
class MemoryKeyring implements SecretKey {
  key: Uint8Array | undefined;
  asked = 0;
  isThere = true;

  read(): Promise<Uint8Array | undefined> {
    this.asked++;
    return this.isThere ? Promise.resolve(this.key) : Promise.reject(new Error('no Secret Service'));
  }

  create(): Promise<Uint8Array> {
    this.key = crypto.getRandomValues(new Uint8Array(32));
    return Promise.resolve(this.key);
  }
}

describe('A sealed value', () => {
  const key = new Uint8Array(32).fill(7);

  it('opens with its key and name', () => {
    assert.equal(unseal(key, 'a', seal(key, 'a', 'wörd 🗝')), 'wörd 🗝');
  });

  it('opens with no other key, under no other name, and not when it was changed', () => {
    const sealed = seal(key, 'a', 'word');
    assert.equal(unseal(new Uint8Array(32).fill(8), 'a', sealed), undefined);
    assert.equal(unseal(key, 'b', sealed), undefined);
    const changed = Buffer.from(sealed, 'base64');
    changed[changed.length - 1]! ^= 1;
    assert.equal(unseal(key, 'a', changed.toString('base64')), undefined);
    assert.equal(unseal(key, 'a', ''), undefined);
  });

  it('looks different each time', () => {
    assert.notEqual(seal(key, 'a', 'word'), seal(key, 'a', 'word'));
  });
});

describe('Secrets of the command line', () => {
  let home: string;
  const warnings: string[] = [];
  const logger: Logger = { info() {}, warn: (text) => warnings.push(text), error() {} };

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'patchbay-secrets-'));
    warnings.length = 0;
  });

  afterEach(() => rmSync(home, { recursive: true, force: true }));

  function secrets(keyring: SecretKey, environment: Record<string, string> = {}): LocalSecrets {
    return new LocalSecrets({ home, environment, logger, keyring });
  }

  it('are kept for the next command, and not in the clear', async () => {
    const keyring = new MemoryKeyring();
    await secrets(keyring).set('a', 'word-in-the-clear');
    assert.equal(await secrets(keyring).get('a'), 'word-in-the-clear');
    for (const file of readdirSync(home)) {
      assert.doesNotMatch(readFileSync(join(home, file), 'utf8'), /word-in-the-clear/);
      assert.equal(statSync(join(home, file)).mode & 0o077, 0, file);
    }
    assert.deepEqual(readdirSync(home), ['secrets.keyring.json']);
  });

  it('are sealed with a key in a file where there is no keyring', async () => {
    const keyring = new MemoryKeyring();
    keyring.isThere = false;
    await secrets(keyring).set('a', 'word');
    assert.equal(await secrets(keyring).get('a'), 'word');
    assert.deepEqual(readdirSync(home).sort(), ['secrets.json', 'secrets.key']);
  });

  it('ask for nothing to be unlocked while none of them is needed', async () => {
    const keyring = new MemoryKeyring();
    assert.equal(await secrets(keyring).get('a'), undefined);
    await secrets(keyring).delete('a');
    assert.equal(keyring.asked, 0);
  });

  it('leave the keyring alone when the environment says so', async () => {
    const keyring = new MemoryKeyring();
    const off = secrets(keyring, { PATCHBAY_KEYRING: 'off' });
    await off.set('a', 'word');
    assert.equal(await off.get('a'), 'word');
    assert.equal(keyring.asked, 0);
  });

  it('of a session without the keyring do no harm to those of one with it', async () => {
    const keyring = new MemoryKeyring();
    await secrets(keyring).set('a', 'with');
    keyring.isThere = false;
    assert.equal(await secrets(keyring).get('a'), undefined);
    await secrets(keyring).set('a', 'without');
    assert.equal(await secrets(keyring).get('a'), 'without');
    keyring.isThere = true;
    assert.equal(await secrets(keyring).get('a'), 'with');
  });

  it('are gone from everywhere when they are deleted', async () => {
    const keyring = new MemoryKeyring();
    await secrets(keyring).set('a', 'with');
    keyring.isThere = false;
    await secrets(keyring).set('a', 'without');
    await secrets(keyring).delete('a');
    assert.equal(await secrets(keyring).get('a'), undefined);
    keyring.isThere = true;
    assert.equal(await secrets(keyring).get('a'), undefined);
  });

  it('that another key sealed are not used, and that is said', async () => {
    const keyring = new MemoryKeyring();
    await secrets(keyring).set('a', 'word');
    await keyring.create();
    assert.equal(await secrets(keyring).get('a'), undefined);
    assert.match(warnings.join(), /sealed with another key/);
  });

  it('begin anew when the file of the key is damaged', async () => {
    const off = { PATCHBAY_KEYRING: 'off' };
    await secrets(new MemoryKeyring(), off).set('a', 'word');
    writeFileSync(join(home, 'secrets.key'), 'nonsense');
    assert.equal(await secrets(new MemoryKeyring(), off).get('a'), undefined);
    await secrets(new MemoryKeyring(), off).set('a', 'again');
    assert.equal(await secrets(new MemoryKeyring(), off).get('a'), 'again');
  });

  it('survive two processes that keep some at once, with one key between them', async () => {
    const children = ['one', 'two'].map((name) => fork(writer, [home, name, '5']));
    await Promise.all(children.map((child) => once(child, 'message')));
    const exits = children.map((child) => once(child, 'exit'));
    for (const child of children) child.send('go');
    assert.deepEqual(
      (await Promise.all(exits)).map(([code]) => code as number),
      [0, 0],
    );
    const kept = secrets(new MemoryKeyring(), { PATCHBAY_KEYRING: 'off' });
    for (const name of ['one', 'two']) {
      for (let at = 0; at < 5; at++) assert.equal(await kept.get(`${name}-${at}`), `value of ${name}-${at}`);
    }
  });
});
