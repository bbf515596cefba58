import assert from 'node:assert/strict';
import type { ApprovalPolicy, PolicyDecision } from '../../../src/core/agent/approval/approvalPolicy.ts';
import { decideApproval } from '../../../src/core/agent/approval/approvalPolicy.ts';
import type { ApprovalSubject } from '../../../src/core/agent/approval/approvalSubject.ts';
import { askReason } from '../../../src/core/agent/approval/approvalText.ts';
import type { PermissionRule } from '../../../src/core/permissionRule.ts';
import type { ServerDefinition } from '../../../src/core/mcp/config/serverDefinition.ts';
import type { ToolDefinition } from '../../../src/core/mcp/catalog/catalog.ts';
import { aDefinition, aTool } from '../../support/servers.ts';

function tool(overrides: Partial<ToolDefinition> = {}, server: Partial<ServerDefinition> = {}): ApprovalSubject {
  return { kind: 'tool', server: aDefinition(server), tool: aTool(overrides) };
}

function resource(uri = 'docs://handbook', server: Partial<ServerDefinition> = {}): ApprovalSubject {
  return { kind: 'resource', server: aDefinition(server), uri };
}

function signIn(server: Partial<ServerDefinition> = {}): ApprovalSubject {
  return { kind: 'signIn', server: aDefinition(server), publicName: 'mcp__tour__authenticate' };
}

const allow = (rule: Omit<PermissionRule, 'effect'>): PermissionRule => ({ effect: 'allow', ...rule });
const ask = (rule: Omit<PermissionRule, 'effect'>): PermissionRule => ({ effect: 'ask', ...rule });
const deny = (rule: Omit<PermissionRule, 'effect'>): PermissionRule => ({ effect: 'deny', ...rule });

const readOnly = { annotations: { readOnlyHint: true } };
const contradicting = { annotations: { readOnlyHint: true, destructiveHint: true } };

function decide(subject: ApprovalSubject, policy: Partial<ApprovalPolicy>): string {
  const decision: PolicyDecision = decideApproval(subject, {
    mode: 'ask',
    rules: [],
    remembered: { kind: 'none' },
    ...policy,
  });
  if (decision.effect === 'pin') return 'pin';
  return decision.effect === 'ask' ? `ask: ${decision.cause.kind}` : `${decision.effect} by ${decision.by}`;
}

describe('decideApproval', () => {
  const allowed = { kind: 'allowed' } as const;
  const changed = { kind: 'changed', by: 'person', difference: 'What changed: description.' } as const;
  const unpinned = { kind: 'unpinned' } as const;

  const table: readonly [sentence: string, ApprovalSubject, Partial<ApprovalPolicy>, expected: string][] = [
    ['asks for a tool nobody decided on', tool(), {}, 'ask: unknown'],
    ['asks for a resource nobody decided on', resource(), {}, 'ask: unknown'],
    ['asks for a tool that calls itself read-only', tool(readOnly), {}, 'ask: unknown'],
    ['runs what was allowed before', tool(), { remembered: allowed }, 'allow by rule'],
    ['asks again when an allowed tool has changed', tool(), { remembered: changed }, 'ask: changed'],
    ['runs what a rule allows', tool(), { rules: [allow({ tool: 'book_trip' })] }, 'allow by rule'],
    ['asks where a rule says so, whatever was allowed', tool(), { rules: [ask({})], remembered: allowed }, 'ask: rule'],
    ['lets an asking rule win over an allowing one', tool(), { rules: [allow({}), ask({})] }, 'ask: rule'],
    ['lets a denying rule win over all others', tool(), { rules: [allow({}), ask({}), deny({})] }, 'deny by rule'],
    [
      'lets a denying rule win over what was allowed',
      tool(),
      { rules: [deny({})], remembered: allowed },
      'deny by rule',
    ],

    ['denies in mode deny what would ask', tool(), { mode: 'deny' }, 'deny by mode'],
    ['denies in mode deny a resource read', resource(), { mode: 'deny' }, 'deny by mode'],
    ['denies in mode deny where a rule asks', tool(), { mode: 'deny', rules: [ask({})] }, 'deny by mode'],
    ['runs in mode deny what a rule allows', tool(), { mode: 'deny', rules: [allow({})] }, 'allow by rule'],
    ['runs in mode deny what was allowed before', tool(), { mode: 'deny', remembered: allowed }, 'allow by rule'],

    ['runs everything in mode bypass', tool(), { mode: 'bypass' }, 'allow by mode'],
    ['asks nothing in mode bypass', tool(), { mode: 'bypass', rules: [ask({})] }, 'allow by mode'],
    ['denies in mode bypass what a rule denies', tool(), { mode: 'bypass', rules: [deny({})] }, 'deny by rule'],

    ['runs resource reads in mode accept-reads', resource(), { mode: 'accept-reads' }, 'allow by mode'],
    ['runs read-only tools in mode accept-reads', tool(readOnly), { mode: 'accept-reads' }, 'allow by mode'],
    ['asks in mode accept-reads for other tools', tool(), { mode: 'accept-reads' }, 'ask: notReadOnly'],
    ['counts both hints as destructive', tool(contradicting), { mode: 'accept-reads' }, 'ask: notReadOnly'],
    [
      'asks in mode accept-reads where a rule says so',
      resource(),
      { mode: 'accept-reads', rules: [ask({})] },
      'ask: rule',
    ],

    ['runs what its server configures, bound to what the tool is', tool(), { remembered: unpinned }, 'pin'],
    ['does so in mode deny', tool(), { mode: 'deny', remembered: unpinned }, 'pin'],
    ['binds nothing that a rule denies', tool(), { rules: [deny({})], remembered: unpinned }, 'deny by rule'],
    ['binds nothing that a rule asks for', tool(), { rules: [ask({})], remembered: unpinned }, 'ask: rule'],
    ['binds nothing that a rule allows', tool(), { rules: [allow({})], remembered: unpinned }, 'allow by rule'],
    ['binds nothing in mode bypass', tool(), { mode: 'bypass', remembered: unpinned }, 'allow by mode'],
    ['asks where a person took it back', tool(), { remembered: { kind: 'withdrawn' } }, 'ask: withdrawn'],
    ['denies that in mode deny', tool(), { mode: 'deny', remembered: { kind: 'withdrawn' } }, 'deny by mode'],

    ['asks before somebody is sent to sign in', signIn(), {}, 'ask: signIn'],
    ['asks for that whatever a rule allows', signIn(), { rules: [allow({})] }, 'ask: signIn'],
    ['asks for that whatever the server allows', signIn({ alwaysAllow: ['*'] }), {}, 'ask: signIn'],
    ['asks for that in mode accept-reads', signIn(), { mode: 'accept-reads' }, 'ask: signIn'],
    ['denies that in mode deny', signIn(), { mode: 'deny', rules: [allow({})] }, 'deny by mode'],
    ['asks nothing of that kind in mode bypass', signIn(), { mode: 'bypass' }, 'allow by mode'],
    [
      'denies that by the name of the tool',
      signIn(),
      { rules: [deny({ tool: 'mcp__*__authenticate' })] },
      'deny by rule',
    ],
  ];
  for (const [sentence, subject, policy, expected] of table) {
    it(sentence, () => assert.equal(decide(subject, policy), expected));
  }

  const covering: readonly [sentence: string, ApprovalSubject, PermissionRule, isCovered: boolean][] = [
    ['matches the public name', tool(), allow({ tool: 'mcp__tour__book_trip' }), true],
    ['matches the original name', tool(), allow({ tool: 'book_trip' }), true],
    ['matches a pattern', tool(), allow({ tool: 'mcp__tour__*' }), true],
    ['matches a pattern as a whole', tool(), allow({ tool: 'book' }), false],
    ['does not match another server', tool(), allow({ server: 'other', tool: 'book_trip' }), false],
    ['matches everything of a server', resource(), allow({ server: 'tour' }), true],
    ['matches URIs by pattern', resource(), allow({ server: 'tour', uri: 'docs://*' }), true],
    ['does not match another URI', resource(), allow({ uri: 'docs://other' }), false],
    ['does not apply a URI to tools', tool(), allow({ uri: '*' }), false],
    ['matches a resource read by the name of its tool', resource(), allow({ tool: 'access_mcp_resource' }), true],
    ['matches it by its other names', resource(), allow({ tool: 'read_mcp_resource' }), true],
    ['does not match a resource read by a name of a tool', resource(), allow({ tool: 'book_trip' }), false],
    ['takes characters of regular expressions as they are', tool({ name: 'a.b' }), allow({ tool: 'a+b' }), false],
    [
      'gives a tool nothing for carrying the name of a built-in one',
      tool({ name: 'access_mcp_resource' }),
      allow({ tool: 'access_mcp_resource' }),
      false,
    ],
  ];
  for (const [sentence, subject, rule, isCovered] of covering) {
    it(`a rule ${sentence}`, () => {
      assert.equal(decide(subject, { rules: [rule] }), isCovered ? 'allow by rule' : 'ask: unknown');
    });
  }

  it('says why it asks and what would stop it', () => {
    const rule = ask({ server: 'tour' });
    assert.match(askReason({ kind: 'rule', rule }, tool()), /\{"effect":"ask","server":"tour"\}.*permissions\.rules/);
    assert.match(askReason({ kind: 'unknown' }, resource()), /not allowed this resource.*"Always allow"/);
    assert.match(askReason(changed, tool()), /^You always.*changed it since\. What changed: description\. .*"Always/);
    const configured = { ...changed, by: 'configuration' } as const;
    assert.match(askReason(configured, tool()), /"alwaysAllow" in the configuration of "tour" covers.*What changed/);
    assert.match(askReason({ kind: 'withdrawn' }, tool()), /"alwaysAllow".*took the allowance back.*"Always allow"/);
    assert.match(askReason({ kind: 'notReadOnly' }, tool()), /accept-reads/);
    assert.match(askReason({ kind: 'signIn' }, signIn()), /browser opens when you allow it.*asked each time/);
  });
});
