import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../src/core/base/logger.ts';
import { elicitationDefaults } from '../../src/core/mcp/host/elicitationDefaults.ts';
import { Hub } from '../../src/core/mcp/hub.ts';
import { McpError } from '../../src/core/mcp/mcpError.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import type { JsonObject } from '../../src/shared/base/json.ts';
import { MemorySecrets } from '../support/memorySecrets.ts';
import { exampleArguments } from './exampleArguments.ts';
import { redirectFollower } from './redirectFollower.ts';
import { credentialsOf, readScenarioContext } from './scenarioContext.ts';

/*
 * The client that the conformance suite starts, with the address of its server as the last argument. It uses the real
 * hub as a person with every agreement to give would: connect, sign in where that is asked for, list, call every tool,
 * read a resource and every skill, get a prompt. Its exit code says whether all that was possible.
 */

const server = 'conformance';
const maxSignIns = 2;
const secretVariable = 'CONFORMANCE_CLIENT_SECRET';
/** The suite's own, for authorization servers that take such documents. */
const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';
/** A tool of the suite that wants to see the schema of another one as the client received it. */
const schemaEcho = 'json_schema_echo';

/** One scenario judges what happens to skills that nobody uses. */
const usesSkills = process.env['MCP_CONFORMANCE_SCENARIO'] !== 'sep-2640-client-no-prefetch';

const context = readScenarioContext(process.env);
const folder = mkdtempSync(join(tmpdir(), 'patchbay-conformance-'));
const hub = await openHub(String(process.argv.at(-1)));
try {
  await connect();
  await useEverything();
} finally {
  await hub.dispose();
  rmSync(folder, { recursive: true, force: true });
}

function openHub(url: string): Promise<Hub> {
  const credentials = credentialsOf(context);
  const registered = context.client_id !== undefined && credentials === undefined;
  const oauth = {
    clientMetadataUrl,
    ...(registered && { clientId: context.client_id, clientSecretEnv: secretVariable }),
  };
  const file = join(folder, 'mcp.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { [server]: { url, oauth } } }));
  return Hub.create({
    home: join(folder, 'home'),
    cwd: folder,
    isTrusted: () => true,
    sessionFiles: [file],
    isStrict: true,
    environment: { ...process.env, [secretVariable]: context.client_secret },
    // The suite starts all clients of a set at once, and the machine may have less to do them with than a person's.
    settings: () => ({ ...defaultSettings, connectTimeoutMs: 60_000 }),
    clientInfo: { name: 'patchbay-conformance', version: '1.0.0' },
    secrets: new MemorySecrets(),
    signInSurface: redirectFollower,
    credentials: () => credentials,
    hostHandlers: { elicitation: elicitationDefaults },
    logger: silentLogger,
  });
}

async function connect(): Promise<void> {
  let state = await hub.connect(server);
  for (let i = 0; i < maxSignIns && state.status === 'needsAuth'; i++) state = await hub.signIn(server);
  if (state.status !== 'connected') throw new Error(`Not connected: ${JSON.stringify(state)}`);
}

async function useEverything(): Promise<void> {
  for (const { name, args } of toolCalls()) await withSignIn(() => hub.callTool(server, name, args));
  const { resources = [], prompts = [], skills = [] } = hub.server(server)?.catalog ?? {};
  const [resource] = resources;
  if (resource) await withSignIn(() => hub.readResource(server, resource.uri));
  if (usesSkills) for (const skill of skills) await withSignIn(() => hub.readSkill(skill));
  const [prompt] = prompts;
  if (!prompt) return;
  const args = Object.fromEntries(prompt.arguments.map(({ name }) => [name, 'text']));
  await withSignIn(() => hub.getPrompt(server, prompt.name, args));
}

function toolCalls(): readonly { readonly name: string; readonly args: JsonObject }[] {
  if (context.toolCalls) return context.toolCalls.map((call) => ({ name: call.name, args: call.arguments }));
  const tools = hub.server(server)?.catalog.tools ?? [];
  return tools.map(({ name, inputSchema }) => {
    const schema = tools.find((tool) => tool.name !== schemaEcho)?.inputSchema ?? {};
    return { name, args: name === schemaEcho ? { schema } : exampleArguments(inputSchema) };
  });
}

/**
 * A server may ask for more rights in the middle of things. That it refuses a request is none of the client's failures:
 * the suite's servers do not answer everything that they list.
 */
async function withSignIn(request: () => Promise<unknown>): Promise<void> {
  for (let signIns = 0; ; signIns++) {
    try {
      await request();
      return;
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      if (error.code === 'protocol' || error.code === 'not_found') {
        process.stderr.write(`${error.message}\n`);
        return;
      }
      if (error.code !== 'needs_auth' || signIns === maxSignIns) throw error;
      await hub.signIn(server);
    }
  }
}
