import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/shared/base/json.ts';
import { headerDeclarations, parameterHeaders } from '../../../../src/core/mcp/connection/parameterHeaders.ts';

function headers(properties: JsonObject, args: JsonObject): Readonly<Record<string, string>> {
  const declared = headerDeclarations({ type: 'object', properties });
  assert.ok('declarations' in declared, JSON.stringify(declared));
  return parameterHeaders(declared.declarations, args);
}

function fault(schema: JsonObject): string {
  const declared = headerDeclarations(schema);
  assert.ok('fault' in declared, JSON.stringify(declared));
  return declared.fault;
}

const region = { type: 'string', 'x-mcp-header': 'Region' };

describe('parameters of tools as headers', () => {
  it('are those that are declared, at any depth', () => {
    const properties = {
      region,
      query: { type: 'string' },
      target: { type: 'object', properties: { id: { type: 'integer', 'x-mcp-header': 'Target-Id' } } },
      dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' },
    };
    assert.deepEqual(headers(properties, { region: 'us-west1', query: 'x', target: { id: 7 }, dry: false }), {
      'Mcp-Param-Region': 'us-west1',
      'Mcp-Param-Target-Id': '7',
      'Mcp-Param-Dry-Run': 'false',
    });
  });

  it('are left out where there is no value, or none that can be written', () => {
    const properties = { region, big: { type: 'integer', 'x-mcp-header': 'Big' } };
    assert.deepEqual(headers(properties, {}), {});
    assert.deepEqual(headers(properties, { region: null, big: 2 ** 60 }), {});
    assert.deepEqual(headers(properties, { region: { name: 'x' } }), {});
  });

  it('are not looked for in what objects inherit', () => {
    const properties = {
      constructor: { type: 'object', properties: { name: { type: 'string', 'x-mcp-header': 'A' } } },
    };
    assert.deepEqual(headers(properties, {}), {});
  });

  it('are written in Base64 where a header would not hold them byte for byte', () => {
    const of = (value: string): string | undefined => headers({ region }, { region: value })['Mcp-Param-Region'];
    assert.equal(of('a b\tc!~'), 'a b\tc!~');
    assert.equal(of('Hello, 世界'), '=?base64?SGVsbG8sIOS4lueVjA==?=');
    assert.equal(of(' padded '), '=?base64?IHBhZGRlZCA=?=');
    assert.equal(of('line1\nline2'), '=?base64?bGluZTEKbGluZTI=?=');
    assert.equal(of(''), '=?base64??=');
    assert.equal(of('=?base64?literal?='), '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=');
  });

  it('are refused with a name that is none', () => {
    for (const name of ['', 'Two Words', 'a:b', 'x\r\nInjected', 'é', 7, null]) {
      assert.match(fault({ type: 'object', properties: { a: { type: 'string', 'x-mcp-header': name } } }), /name/);
    }
  });

  it('are refused on anything but a string, an integer or a boolean', () => {
    for (const type of ['number', 'object', 'array', 'null', ['string', 'null'], undefined]) {
      const parameter = { 'x-mcp-header': 'A', ...(type !== undefined && { type }) };
      assert.match(fault({ type: 'object', properties: { a: parameter } }), /not on a string/);
    }
  });

  it('are refused under the same name twice, in whatever case', () => {
    const schema = { type: 'object', properties: { a: region, b: { type: 'string', 'x-mcp-header': 'REGION' } } };
    assert.match(fault(schema), /two parameters ask for the header "region"/i);
  });

  it('are refused where it depends on the arguments whether there is one', () => {
    const inside = { type: 'object', properties: { a: region } };
    for (const schema of [
      { 'x-mcp-header': 'A', type: 'string' },
      { properties: { list: { type: 'array', items: inside } } },
      { properties: { list: { type: 'array', prefixItems: [inside] } } },
      { additionalProperties: region },
      { oneOf: [inside] },
      { anyOf: [{ type: 'object' }, inside] },
      { not: inside },
      { if: inside },
      { $defs: { one: region }, properties: { a: { $ref: '#/$defs/one' } } },
      { patternProperties: { '^a': region } },
    ]) {
      assert.match(fault({ type: 'object', ...schema }), /properties/);
    }
  });
});
