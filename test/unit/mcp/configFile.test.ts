import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfigText, readConfigFile } from '../../../src/core/mcp/config/configFile.ts';

describe('a configuration file', () => {
  function names(text: string): string[] {
    return parseConfigText('/x/.mcp.json', text).entries.map(({ name }) => name);
  }

  it('may hold comments, trailing commas and a byte order mark', () => {
    const text = '\uFEFF// mine\n{ "mcpServers": { /* one */ "a": { "command": "x", }, "b": {}, }, }';
    assert.deepEqual(names(text), ['a', 'b']);
    assert.deepEqual(parseConfigText('/x', text).issues, []);
  });

  it('knows the line of each entry and of each place inside it', () => {
    const text = '{\r\n"mcpServers": {\r\n"a": {"command": "x",\n"args": [\n"one",\n2],\n"env": {\n"K":\n3}}}}';
    const [entry] = parseConfigText('/x', text).entries;
    assert.equal(entry?.line, 3);
    assert.equal(entry.lineOf(['command']), 3);
    assert.equal(entry.lineOf(['args', 1]), 6);
    assert.equal(entry.lineOf(['env', 'K']), 8);
    assert.equal(entry.lineOf(['args', 9]), 4);
    assert.equal(entry.lineOf(['missing']), 3);
  });

  it('gives none of its servers when the text is not JSON, though a parser could guess some', () => {
    const content = parseConfigText('/x/.mcp.json', '{"mcpServers": {"a": {"command": "x"},\n"b": {"command" "y"}}}');
    assert.deepEqual(content.entries, []);
    assert.equal(content.isBroken, true);
    assert.deepEqual(content.issues, [
      {
        code: 'invalid_config',
        file: '/x/.mcp.json',
        line: 2,
        message: 'The file is not valid JSON (colon expected). None of its servers start until it is mended.',
        severity: 'error',
      },
    ]);
  });

  for (const text of ['[]', '"text"', '{"mcpServers": []}', '{"mcpServers": {}} trailing', '', ' \n']) {
    it(`is broken when it is ${JSON.stringify(text)}`, () => {
      const { isBroken, issues } = parseConfigText('/x', text);
      assert.equal(isBroken, true);
      assert.deepEqual(
        issues.map(({ severity }) => severity),
        ['error'],
      );
    });
  }

  for (const text of ['{}', '{"inputs": []}', '{"mcpServers": {}}']) {
    it(`has no servers and no fault when it is ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseConfigText('/x', text), { entries: [], inputs: [], issues: [], isBroken: false });
    });
  }

  it('warns of a name that comes twice, of which the last counts', () => {
    const { entries, issues } = parseConfigText(
      '/x',
      '{"mcpServers": {"a": {"command": "1"},\n"a": {"command": "2"}}}',
    );
    assert.deepEqual(
      entries.map(({ value }) => JSON.stringify(value)),
      ['{"command":"2"}'],
    );
    assert.deepEqual(
      issues.map(({ line, server, severity }) => [line, server, severity]),
      [[1, 'a', 'warning']],
    );
    assert.match(issues[0]?.message ?? '', /defined again in line 2, which counts/);
  });

  it('warns of a key that comes twice, of which the last counts', () => {
    const text =
      '{"mcpServers": {"a": {}},\n"inputs": [{"id": "1"}],\n"mcpServers": {"b": {}},\n"inputs": [{"id": "2"}]}';
    const { entries, inputs, issues } = parseConfigText('/x', text);
    assert.deepEqual(
      [...entries, ...inputs].map(({ name, value, line }) => [name, JSON.stringify(value), line]),
      [
        ['b', '{}', 3],
        ['inputs[0]', '{"id":"2"}', 4],
      ],
    );
    assert.deepEqual(
      issues.map(({ line, severity }) => [line, severity]),
      [
        [1, 'warning'],
        [2, 'warning'],
      ],
    );
    assert.match(issues[0]?.message ?? '', /"mcpServers" comes again in line 3, which counts/);
  });

  it('warns where servers stand under the key of another program', () => {
    const { entries, issues } = parseConfigText('/x', '{\n"servers": {"a": {"command": "1"}}}');
    assert.deepEqual(entries, []);
    assert.equal(issues[0]?.line, 2);
    assert.match(issues[0].message, /Servers are read from "mcpServers"/);
  });

  it('that is not there has no servers, and one that cannot be read is an error', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-config-'));
    try {
      assert.deepEqual(await readConfigFile({ file: join(folder, 'none.json'), scope: 'user' }), {
        entries: [],
        inputs: [],
        issues: [],
        isBroken: false,
      });
      const unreadable = await readConfigFile({ file: folder, scope: 'user' });
      assert.equal(unreadable.isBroken, true);
      assert.match(unreadable.issues[0]?.message ?? '', /cannot be read: EISDIR/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
