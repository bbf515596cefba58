import { UriTemplate } from '@modelcontextprotocol/client';
import { parseTemplate } from 'url-template';

/** Names of an RFC 6570 template's variables, in order, each once. A template that does not parse has none. */
export function templateVariables(template: string): readonly string[] {
  try {
    // The prefix modifier (`{var:3}`, RFC 6570 §2.4.1) is not part of the name.
    const names = new UriTemplate(template).variableNames.map((name) => name.replace(/:\d+$/, ''));
    return [...new Set(names)];
  } catch {
    return [];
  }
}

/** Expands an RFC 6570 template; variables without a value are undefined, and so leave nothing behind (§3.2.1). */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const defined = Object.entries(values).filter(([, value]) => value !== '');
  return parseTemplate(template).expand(Object.fromEntries(defined));
}
