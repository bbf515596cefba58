import { matchesWildcard } from '../../base/wildcard.ts';
import type { PermissionRule } from '../../permissionRule.ts';
import { builtinNames, readResourceNames, signInName, useSkillNames } from '../tools/builtinNames.ts';
import type { ApprovalSubject } from './approvalSubject.ts';

/**
 * Whether a rule concerns a subject. `tool` takes the original or the public name; a resource read counts as the tool
 * `access_mcp_resource` of its server, that of a skill as `use_mcp_skill`, too. `uri` concerns resource reads only.
 */
export function ruleCovers(rule: PermissionRule, subject: ApprovalSubject): boolean {
  if (rule.server !== undefined && !matchesWildcard(rule.server, subject.server.name)) return false;
  const { tool, uri } = rule;
  if (tool !== undefined && !toolNamesOf(subject).some((name) => matchesWildcard(tool, name))) return false;
  return uri === undefined || (subject.kind === 'resource' && matchesWildcard(uri, subject.uri));
}

function toolNamesOf(subject: ApprovalSubject): readonly string[] {
  if (subject.kind === 'resource') {
    return subject.content === undefined ? readResourceNames : [...readResourceNames, ...useSkillNames];
  }
  if (subject.kind === 'signIn') return [signInName, subject.publicName];
  const { name, publicName } = subject.tool;
  // A server cannot profit from a rule for a built-in tool by giving a tool of its own that name.
  return builtinNames.has(name) ? [publicName] : [name, publicName];
}
