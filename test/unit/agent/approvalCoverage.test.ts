import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { JsonValue } from '../../../src/shared/base/json.ts';
import type { ToolAnnotations } from '../../../src/shared/thread/toolTarget.ts';
import type { PermissionMode, PermissionRule } from '../../../src/core/permissionRule.ts';
import type { ToolDefinition } from '../../../src/core/mcp/catalog/catalog.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { aResource, aServer, aSkill, aTemplate, aTool } from '../../support/servers.ts';
import { TestDispatcher } from './fakes/aDispatcher.ts';

/** Everything that may decide about a call. */
interface World {
  readonly mode: PermissionMode;
  readonly rules: readonly PermissionRule[];
  readonly alwaysAllow: readonly string[];
  readonly annotations: readonly (ToolAnnotations | undefined)[];
  readonly canAsk: boolean;
  readonly offersSkills: boolean;
  readonly answers: readonly {
    readonly decision: 'allow' | 'deny';
    readonly scope: 'once' | 'conversation' | 'always';
  }[];
  /** Names, or positions among what there is to call, and what is given to it. */
  readonly calls: readonly (readonly [name: string | number, input: JsonValue])[];
}

/** How one call was decided, and what reached the servers for it. */
interface Traced {
  readonly name: string;
  readonly input: JsonValue;
  readonly decisions: readonly string[];
  readonly requests: readonly string[];
}

/** Also the names of Patchbay's own tools, which a server may give to a tool of its own. */
const toolNames = ['book_trip', 'access_mcp_resource', 'read_artifact', 'authenticate', 'book-trip'];
const otherNames = [
  'ReadMcpResourceTool',
  'read_mcp_resource',
  'List-Mcp-Resources',
  'ListMcpResourcesTool',
  'MCP__tour__BOOK-trip',
  'book_trip',
  'mcp__tour__nothing',
  'mcp__locked__authenticate',
  'use_mcp_skill',
  '',
  '__proto__',
];

const hint = fc.option(fc.boolean(), { nil: undefined });
const annotations = fc.option(
  fc.record({ readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint }),
  { nil: undefined },
);
const rule: fc.Arbitrary<PermissionRule> = fc.record(
  {
    effect: fc.constantFrom('allow', 'ask', 'deny'),
    server: fc.constantFrom('tour', 'locked', '*', 't*'),
    tool: fc.constantFrom(...toolNames, 'mcp__tour__book_trip', 'mcp__*', 'mcp__locked__authenticate', '*'),
    uri: fc.constantFrom('docs://handbook', 'docs://*', '*'),
  },
  { requiredKeys: ['effect'] },
);
const uri = fc.constantFrom('docs://handbook', 'docs://city/Rome', 'file:///etc/passwd', '');
const input: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.record({ city: fc.constantFrom('Paris', 'Rome') }),
  fc.record({ server_name: fc.constantFrom('tour', 'Tour', 'locked', 'nobody'), uri }),
  fc.record({ server: fc.constant('tour'), uri }),
  fc.record({ id: fc.string() }),
  fc.record({ name: fc.constantFrom('mcp__tour__packing', 'tour:packing', 'nothing') }),
  fc.jsonValue({ maxDepth: 2 }).map((value) => value as JsonValue),
);
const world: fc.Arbitrary<World> = fc.record({
  mode: fc.constantFrom('ask', 'accept-reads', 'deny', 'bypass'),
  rules: fc.array(rule, { maxLength: 4 }),
  alwaysAllow: fc.subarray(['*', ...toolNames]),
  annotations: fc.array(annotations, { minLength: toolNames.length, maxLength: toolNames.length }),
  canAsk: fc.boolean(),
  offersSkills: fc.boolean(),
  answers: fc.array(
    fc.record({
      decision: fc.constantFrom('allow', 'deny'),
      scope: fc.constantFrom('once', 'conversation', 'always'),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  calls: fc.array(fc.tuple(fc.nat(), input), { minLength: 1, maxLength: 12 }),
});

/** Everything that reaches a server, reached. */
const everything: World = {
  mode: 'bypass',
  rules: [],
  alwaysAllow: [],
  annotations: [],
  canAsk: false,
  offersSkills: true,
  answers: [{ decision: 'deny', scope: 'once' }],
  calls: [
    ['mcp__tour__book_trip', { city: 'Paris' }],
    ['access_mcp_resource', { server_name: 'tour', uri: 'docs://handbook' }],
    ['use_mcp_skill', { name: 'mcp__tour__packing' }],
    ['mcp__locked__authenticate', {}],
  ],
};

/** Carries the calls out, and fails at the first request to a server whose call nobody allowed before. */
async function trace(it: World): Promise<Traced[]> {
  const tools = toolNames.map((name, index): ToolDefinition => aTool({ name, annotations: it.annotations[index] }));
  const catalog = { tools, resources: [aResource()], resourceTemplates: [aTemplate()], skills: [aSkill()] };
  const needsAuth = { status: 'needsAuth', message: 'Sign in.' } as const;
  const hub = new FakeHub(
    aServer(catalog, { alwaysAllow: it.alwaysAllow }),
    aServer({}, { name: 'locked' }, needsAuth),
  );
  let asked = 0;
  const test = await TestDispatcher.create({
    hub,
    canAsk: it.canAsk,
    settings: { permissionMode: it.mode, permissionRules: it.rules, offersSkills: it.offersSkills },
    answer: () => it.answers[asked++ % it.answers.length] as (typeof it.answers)[number],
  });
  try {
    const offered = await test.dispatcher.tools({ schemaDialect: 'openai' });
    const names = [...new Set([...offered.map(({ name }) => name), ...tools.map(({ publicName }) => publicName)])];
    const all = [...names, ...otherNames];
    const traced: Traced[] = [];
    for (const [named, value] of it.calls) {
      const name = typeof named === 'string' ? named : (all[named % all.length] ?? '');
      const events = test.events.length;
      const requests = hub.requests.length;
      const decisions = (): string[] =>
        test.events
          .slice(events)
          .flatMap((event) => (event.type === 'approvalResolved' ? [`${event.decision} by ${event.by}`] : []));
      const check = (): void => {
        const made = decisions();
        assert.equal(made.length, 1, `${name} reached a server without a decision`);
        assert.match(made[0] ?? '', /^allowed /, `${name} reached a server`);
      };
      const { onTool, onResource, onSkill, onSignIn } = hub;
      hub.onTool = (...request) => (check(), onTool(...request));
      hub.onResource = (...request) => (check(), onResource(...request));
      hub.onSkill = (...request) => (check(), onSkill(...request));
      hub.onSignIn = (...request) => (check(), onSignIn(...request));
      await test.run(name, value);
      Object.assign(hub, { onTool, onResource, onSkill, onSignIn });
      const sent = hub.requests.slice(requests).map(({ kind, server, item }) => `${kind} ${server} ${item}`);
      if (sent.length > 0) check();
      assert(sent.length <= 1, `${name} asked ${sent.join(', ')}`);
      traced.push({ name, input: value, decisions: decisions(), requests: sent });
    }
    return traced;
  } finally {
    await test.dispose();
  }
}

/** Whether a rule surely covers a request, for rules without a pattern in `tool`. */
function covers({ server, tool, uri: only }: PermissionRule, request: string): boolean {
  const [kind, of = '', item] = request.split(' ');
  if (server !== undefined && server !== '*' && server !== of && !(server === 't*' && of.startsWith('t'))) return false;
  if (only !== undefined)
    return (kind === 'resource' || kind === 'skill') && (only === '*' || only === item) && tool === undefined;
  return tool === undefined || tool === '*';
}

describe('every call that a model can make', () => {
  it('is decided on before a server hears of it, and a rule that denies it wins', async () => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(world, async (it) => {
        for (const { requests, decisions } of await trace(it)) {
          const [request] = requests;
          if (request === undefined) continue;
          reached.add(request.split(' ')[0] ?? '');
          assert(
            !it.rules.some((each) => each.effect === 'deny' && covers(each, request)),
            `${request} was denied by a rule and sent all the same`,
          );
          const [decision] = decisions;
          if (decision === 'allowed by mode') assert.match(it.mode, /^(bypass|accept-reads)$/);
          if (decision === 'allowed by person') assert(it.canAsk);
          if (it.mode === 'deny') assert.equal(decision, 'allowed by rule');
        }
      }),
      { numRuns: 150, examples: [[everything]] },
    );
    assert.deepEqual([...reached].sort(), ['resource', 'signIn', 'skill', 'tool']);
  }).timeout(60_000);

  it('is decided on alike whatever its server says of itself, outside of the mode accept-reads', async () => {
    const others = world.filter(({ mode }) => mode !== 'accept-reads');
    await fc.assert(
      fc.asyncProperty(others, async (it) => {
        const silent = { ...it, annotations: it.annotations.map(() => undefined) };
        assert.deepEqual(await trace(it), await trace(silent));
      }),
      { numRuns: 60 },
    );
  }).timeout(60_000);

  it('runs unasked in the mode accept-reads if it reads only', async () => {
    const nobody = { rules: [], alwaysAllow: [], canAsk: false } as const;
    await fc.assert(
      fc.asyncProperty(world, async (it) => {
        for (const { requests } of await trace({ ...it, ...nobody, mode: 'accept-reads' })) {
          const [kind, , item] = requests[0]?.split(' ') ?? [];
          if (kind === undefined || kind === 'resource' || kind === 'skill') continue;
          const claimed = it.annotations[toolNames.indexOf(item ?? '')];
          assert.equal(kind, 'tool');
          assert(claimed?.readOnlyHint === true && claimed.destructiveHint !== true, `${item} ran unasked`);
        }
      }),
      { numRuns: 60 },
    );
  }).timeout(60_000);
});
