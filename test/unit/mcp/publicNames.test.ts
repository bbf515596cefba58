import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { publicNames } from '../../../src/core/mcp/catalog/publicNames.ts';

describe('public names of tools', () => {
  function digest(server: string, name: string): string {
    return createHash('sha256').update(`${server}\0${name}`).digest('hex').slice(0, 8);
  }

  function nameOf(server: string, name: string): string | undefined {
    return publicNames([{ server, name }])[0];
  }

  const plain: [string, string, string][] = [
    ['tour', 'estimate_cost', 'mcp__tour__estimate_cost'],
    ['1password', 'get', 'mcp__1password__get'],
    ['my.server-1', 'do it: now!', 'mcp__my_server_1__do_it_now'],
    ['_a_', '__b--', 'mcp__a__b'],
    ['a', 'keeps__inner', 'mcp__a__keeps__inner'],
    ['a', 'größe', 'mcp__a__gr_e'],
  ];
  for (const [server, name, expected] of plain) {
    it(`make ${server} and ${name} into ${expected}`, () => assert.equal(nameOf(server, name), expected));
  }

  it('have at most 64 characters, the last of them a digest of the original names', () => {
    const exact = 'x'.repeat(64 - 'mcp__s__'.length);
    assert.equal(nameOf('s', exact), `mcp__s__${exact}`);
    const long = nameOf('s', `${exact}x`);
    assert.equal(long, `mcp__s__${'x'.repeat(47)}_${digest('s', `${exact}x`)}`);
    assert.equal(long.length, 64);
  });

  it('of a name without any readable character are told apart by their digests', () => {
    assert.equal(nameOf('s', '日本'), `mcp__s___${digest('s', '日本')}`);
  });

  it('that collide all get a digest, whatever the order', () => {
    const tools = [
      { server: 'a', name: 'b-c' },
      { server: 'a', name: 'b.c' },
      { server: 'a', name: 'other' },
      { server: 'a__b', name: 'c' },
      { server: 'a', name: 'b__c' },
    ];
    const expected = [
      `mcp__a__b_c_${digest('a', 'b-c')}`,
      `mcp__a__b_c_${digest('a', 'b.c')}`,
      'mcp__a__other',
      `mcp__a__b__c_${digest('a__b', 'c')}`,
      `mcp__a__b__c_${digest('a', 'b__c')}`,
    ];
    assert.deepEqual(publicNames(tools), expected);
    assert.deepEqual(publicNames(tools.toReversed()), expected.toReversed());
  });

  it('stay distinct when a name is made to look like the digested one of another', () => {
    const tools = [
      { server: 'a', name: 'x-y' },
      { server: 'a', name: 'x.y' },
      { server: 'a', name: `x_y_${digest('a', 'x-y')}` },
    ];
    const names = publicNames(tools);
    assert.equal(new Set(names).size, 3);
    assert.ok(
      names.every((name) => /^[a-z][A-Za-z0-9_]{0,63}$/.test(name)),
      names.join(),
    );
  });

  it('fit the strictest provider, whatever servers call their tools', () => {
    const names = ['', ' ', '-', '_', '🎉', 'a'.repeat(300), '\0', '../../etc', '"', '<script>', 'mcp__x__y'];
    const tools = names.flatMap((name) => [
      { server: 's', name },
      { server: 'S.'.repeat(60), name },
    ]);
    const found = publicNames(tools);
    assert.equal(new Set(found).size, tools.length);
    assert.deepEqual(
      found.filter((name) => !/^[a-z][A-Za-z0-9_]{0,63}$/.test(name)),
      [],
    );
  });
});
