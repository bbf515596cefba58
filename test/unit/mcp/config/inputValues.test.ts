import assert from 'node:assert/strict';
import { parseConfigText } from '../../../../src/core/mcp/config/configFile.ts';
import { readDefinition } from '../../../../src/core/mcp/config/definitionReader.ts';
import type { ReadDefinition } from '../../../../src/core/mcp/config/definitionReader.ts';
import type { InputDefinition, InputPrompt } from '../../../../src/core/mcp/config/inputPrompt.ts';
import { readInputs } from '../../../../src/core/mcp/config/inputReader.ts';
import { InputValues } from '../../../../src/core/mcp/config/inputValues.ts';
import type { FilledTransport } from '../../../../src/core/mcp/config/inputValues.ts';
import type { TransportDefinition } from '../../../../src/core/mcp/config/serverDefinition.ts';
import type { ConnectionFailure } from '../../../../src/core/mcp/connection/connectionState.ts';
import { silentLogger } from '../../../../src/core/base/logger.ts';
import { MemorySecrets } from '../../../support/memorySecrets.ts';

const file = '/project/.mcp.json';
const key = { type: 'promptString', id: 'api-key', description: 'Key of the docs', password: true };

async function read(entry: unknown, inputs: readonly unknown[] = [key]): Promise<ReadDefinition> {
  const content = parseConfigText(file, JSON.stringify({ mcpServers: { docs: entry }, inputs }, undefined, 2));
  const [first] = content.entries;
  assert.ok(first);
  const { read: found } = await readDefinition(first, {
    scope: 'project',
    file,
    folder: '/project',
    variables: { variable: () => undefined, workspaceFolder: '/project', userHome: '/home/ada' },
    inputs: readInputs(file, content.inputs).inputs,
    defaultTimeoutMs: 60_000,
  });
  assert.ok(found);
  return found;
}

function transportOf(filled: FilledTransport): TransportDefinition {
  assert.ok('transport' in filled, JSON.stringify(filled));
  return filled.transport;
}

function failureOf(filled: FilledTransport): ConnectionFailure {
  assert.ok('failure' in filled);
  return filled.failure;
}

describe('a definition that refers to an input', () => {
  const entry = { command: 'server', env: { DOCS_KEY: 'key=${input:api-key}' } };

  it('is read without asking, with the reference in place of the value', async () => {
    const { definition, problem, inputs } = await read(entry);
    assert.equal(problem, undefined);
    assert.ok(definition.transport.type === 'stdio');
    assert.deepEqual(definition.transport.env, { DOCS_KEY: 'key=${input:api-key}' });
    assert.deepEqual(
      inputs.map(({ id }) => id),
      ['api-key'],
    );
  });

  it('needs another approval when what may be given for the input changes', async () => {
    const pick = { type: 'pickString', id: 'api-key', options: ['safe'] };
    const { definition } = await read(entry, [pick]);
    const { definition: same } = await read(entry, [{ ...pick }]);
    const { definition: changed } = await read(entry, [{ ...pick, options: ['safe', '$(evil)'] }]);
    assert.equal(definition.hash, same.hash);
    assert.notEqual(definition.hash, changed.hash);
  });

  it('does not start with an input that the file does not define, and says which', async () => {
    const { problem } = await read({ command: 'server', args: ['-k', '${input:nope}'] });
    assert.equal(problem?.code, 'invalid_config');
    assert.match(problem.message, /\$\{input:nope\} is not defined.*"inputs".*\.mcp\.json:7\)/);
  });

  it('may have one in an address, which is judged when there is a value', async () => {
    const inputs = [{ id: 'host' }];
    const remote = await read({ url: 'https://${input:host}/mcp' }, inputs);
    assert.equal(remote.problem, undefined);
    const valuesOf = (answer: string): InputValues => values({ askInput: () => Promise.resolve(answer) });
    const good = transportOf(await valuesOf('docs.example').fill(remote));
    assert.ok(good.type === 'http' && good.url === 'https://docs.example/mcp');
    const bad = failureOf(await valuesOf('not a host').fill(remote));
    assert.equal(bad.code, 'invalid_config');
    assert.match(bad.message, /must be a whole address/);
  });

  it('cannot have one in the place of its envFile', async () => {
    const { problem } = await read({ command: 'server', envFile: '${input:api-key}' });
    assert.match(problem?.message ?? '', /"envFile" cannot depend on an input/);
  });
});

describe('the values of inputs', () => {
  const entry = { command: 'server', args: ['${input:api-key}'] };

  it('are asked for once and kept in the secret store by file and id', async () => {
    const secrets = new MemorySecrets();
    const asked: [InputDefinition, string][] = [];
    const askInput: InputPrompt = (input, server) => {
      asked.push([input, server]);
      return Promise.resolve('hunter2 ${HOME}');
    };
    const first = await values({ secrets, askInput }).fill(await read(entry));
    const transport = transportOf(first);
    assert.deepEqual(transport.type === 'stdio' && transport.args, ['hunter2 ${HOME}']);
    assert.ok('secrets' in first && first.secrets.includes('hunter2 ${HOME}'));
    assert.deepEqual([...secrets.values], [[`input/${file}#api-key`, 'hunter2 ${HOME}']]);
    assert.deepEqual(
      [asked[0]?.[0].description, asked[0]?.[0].isPassword, asked[0]?.[1]],
      ['Key of the docs', true, 'docs'],
    );

    const again = transportOf(await values({ secrets, askInput }).fill(await read(entry)));
    assert.deepEqual(again, transport);
    assert.equal(asked.length, 1);
  });

  it('are asked for one at a time, and once for servers that share one', async () => {
    const open: ((value: string) => void)[] = [];
    const asked: string[] = [];
    const askInput: InputPrompt = ({ id }) => {
      asked.push(id);
      return new Promise((resolve) => open.push(resolve));
    };
    const all = values({ askInput });
    const inputs = [{ id: 'a' }, { id: 'b' }];
    const one = all.fill(await read({ command: '${input:a}' }, inputs));
    const two = all.fill(await read({ command: '${input:a}', args: ['${input:b}'] }, inputs));
    await turn();
    assert.deepEqual(asked, ['a']);
    open[0]?.('x');
    assert.deepEqual(transportOf(await one), { type: 'stdio', command: 'x', args: [], env: {}, cwd: '/project' });
    await turn();
    assert.deepEqual(asked, ['a', 'b']);
    open[1]?.('y');
    assert.deepEqual(transportOf(await two), { type: 'stdio', command: 'x', args: ['y'], env: {}, cwd: '/project' });
  });

  it('that a person does not give are asked for at the next start, not kept as empty', async () => {
    const secrets = new MemorySecrets();
    const answers = [undefined, ''];
    const all = values({ secrets, askInput: () => Promise.resolve(answers.shift()) });
    const failure = failureOf(await all.fill(await read(entry)));
    assert.equal(failure.code, 'missing_env');
    assert.match(failure.message, /"docs" needs a value for "api-key", and none was given. Connect it again/);
    assert.equal(failure.isAskedFor, true);
    assert.equal(secrets.values.size, 0);
    const transport = transportOf(await all.fill(await read(entry)));
    assert.deepEqual(transport.type === 'stdio' && transport.args, ['']);
  });

  it('come from the environment where nobody can be asked, or are named with what to set', async () => {
    const failure = failureOf(await values({}).fill(await read(entry)));
    assert.equal(failure.code, 'missing_env');
    assert.match(failure.message, /nobody can be asked here. Set PATCHBAY_INPUT_API_KEY\./);
    assert.equal(failure.isAskedFor, undefined);
    const variable = (name: string): string | undefined => (name === 'PATCHBAY_INPUT_API_KEY' ? 'given' : undefined);
    const transport = transportOf(await values({ variable }).fill(await read(entry)));
    assert.deepEqual(transport.type === 'stdio' && transport.args, ['given']);
  });

  it('are the default where nobody can be asked', async () => {
    const transport = transportOf(await values({}).fill(await read(entry, [{ id: 'api-key', default: 'public' }])));
    assert.deepEqual(transport.type === 'stdio' && transport.args, ['public']);
  });

  it('of a choice are one of its options, wherever they come from', async () => {
    const inputs = [{ id: 'api-key', type: 'pickString', options: ['eu', 'us'] }];
    const fromEnvironment = failureOf(await values({ variable: () => 'moon' }).fill(await read(entry, inputs)));
    assert.match(fromEnvironment.message, /PATCHBAY_INPUT_API_KEY is none of eu, us/);
    const secrets = new MemorySecrets();
    await secrets.set(`input/${file}#api-key`, 'no longer there');
    const asked = transportOf(
      await values({ secrets, askInput: () => Promise.resolve('us') }).fill(await read(entry, inputs)),
    );
    assert.deepEqual(asked.type === 'stdio' && asked.args, ['us']);
    const wrong = failureOf(await values({ askInput: () => Promise.resolve('moon') }).fill(await read(entry, inputs)));
    assert.equal(wrong.code, 'missing_env');
  });

  it('serve for as long as the program runs when the secret store does not take them', async () => {
    const warnings: string[] = [];
    const secrets = new MemorySecrets();
    secrets.set = () => Promise.reject(new Error('the keyring is locked'));
    let asked = 0;
    const all = values({
      secrets,
      askInput: () => Promise.resolve(`answer ${++asked}`),
      logger: { ...silentLogger, warn: (text) => warnings.push(text) },
    });
    const first = transportOf(await all.fill(await read(entry)));
    assert.deepEqual(transportOf(await all.fill(await read(entry))), first);
    assert.equal(asked, 1);
    assert.match(warnings.join(), /could not be kept and will be asked for again: the keyring is locked/);
    assert.doesNotMatch(warnings.join(), /answer/);
  });

  it('are not given when the question fails, and the next question comes', async () => {
    let isBroken = true;
    const all = values({
      askInput: () => (isBroken ? Promise.reject(new Error('no window')) : Promise.resolve('later')),
    });
    assert.equal(failureOf(await all.fill(await read(entry))).code, 'missing_env');
    isBroken = false;
    assert.ok('transport' in (await all.fill(await read(entry))));
  });

  it('are forgotten by file and id, and counted', async () => {
    const secrets = new MemorySecrets();
    await secrets.set(`input/${file}#api-key`, 'x');
    await secrets.set('input/other.json#api-key', 'y');
    assert.equal(await values({ secrets }).forget(file, ['api-key', 'unknown']), 1);
    assert.deepEqual([...secrets.values.keys()], ['input/other.json#api-key']);
  });
});

function values(options: Partial<ConstructorParameters<typeof InputValues>[0]>): InputValues {
  const secrets = new MemorySecrets();
  return new InputValues({ secrets, askInput: undefined, variable: () => undefined, logger: silentLogger, ...options });
}

/** Lets promises that are settled be taken up. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
