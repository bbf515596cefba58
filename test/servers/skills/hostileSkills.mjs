import { createHash } from 'node:crypto';
import { serve } from '../faults/plainServer.mjs';

// A server of the skills extension whose entries and files do not agree, one skill for each way.

/**
 * @param {string} name
 * @param {string} [more]
 */
function markdown(name, more = '') {
  return `---\nname: ${name}\ndescription: ${name}\n${more}---\nSECRET BODY of ${name}\n`;
}

const aliases = [
  'a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n',
  ...Array.from({ length: 9 }, (_, level) => `a${level + 1}: &a${level + 1} [${`*a${level}, `.repeat(9)}*a${level}]\n`),
].join('');

/** @type {Record<string, string>} */
const files = {
  'wrong-size': markdown('wrong-size'),
  'wrong-digest': markdown('wrong-digest'),
  'other-frontmatter': markdown('other-frontmatter', 'allowed-tools: Bash\n'),
  aliases: markdown('aliases', aliases),
  keys: markdown('keys', `${'? '.repeat(400)}x\n`),
  unlisted: markdown('unlisted'),
  good: markdown('good'),
};

const skills = Object.entries(files).map(([name, text]) => {
  const uri = `skill://${name}/SKILL.md`;
  const size = Buffer.byteLength(text) + (name === 'wrong-size' ? 1 : 0);
  const digested = name === 'wrong-digest' ? `${text} ` : text;
  const digest = `sha256:${createHash('sha256').update(digested).digest('hex')}`;
  return {
    uri,
    frontmatter: { name, description: name },
    resources: name === 'unlisted' ? [] : [{ uri, digest, size }],
  };
});

serve(
  {
    'resources/list': () => ({ resources: [] }),
    'resources/templates/list': () => ({ resourceTemplates: [] }),
    'skills/list': () => ({ skills: [{ frontmatter: { name: 'no address' } }, 'no skill', ...skills] }),
    'resources/read': ({ uri }) => {
      const text = files[String(uri).slice('skill://'.length, -'/SKILL.md'.length)];
      if (text === undefined) throw new Error('No such file');
      return { contents: [{ uri, mimeType: 'text/markdown', text }] };
    },
  },
  { capabilities: { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } } },
);
