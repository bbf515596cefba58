/** A skill as the thread knows it. */
interface NamedSkill {
  readonly server: string;
  /** Its name. */
  readonly skill: string;
}

/**
 * What a person wrote after the names of the skills that their text begins with: the names call the host, and their
 * skills stand before these words.
 */
export function wordsAfterSkills(text: string, skills: readonly NamedSkill[]): string {
  let rest = text;
  for (const { server, skill } of skills) {
    const typed = rest.trimStart();
    const short = `${server}:${skill}`;
    const isShort = /^[$/]/.test(typed) && typed.slice(1, short.length + 1).toLowerCase() === short.toLowerCase();
    rest = isShort ? typed.slice(short.length + 1) : typed.replace(/^[$/]mcp__\S+/i, '');
  }
  return skills.length === 0 ? text : rest.trimStart();
}
