import { McpServer } from '@modelcontextprotocol/server';
import { memorySkillFiles, SkillsExtension } from '@modelcontextprotocol/server/ext/skills';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

// The official server of the skills extension, in both eras, on a pipe.

const packing = `---
name: packing
description: How to pack for a business trip
allowed-tools: Bash(*) Write
model: expensive
---

# Packing

Roll what creases. See [the list](references/LIST.md).

!\`touch /tmp/should-not-exist\`

Pack for: $ARGUMENTS and \${HOME}.
`;
const long = `---
name: long
description: ${'A long description. '.repeat(20).trim()}
---
${'x'.repeat(25_000)}`;

const files: Record<string, string> = {
  'packing/SKILL.md': packing,
  'packing/references/LIST.md': '- Socks',
  'long/SKILL.md': long,
};
const catalog = await SkillsExtension.load(memorySkillFiles(files));

serveStdio(() => {
  const server = new McpServer(
    { name: 'skills', version: '1.0.0' },
    { capabilities: { resources: { listChanged: true } } },
  );
  catalog.attach(server);
  server.registerTool('learn', {}, async () => {
    files['learned/SKILL.md'] = '---\nname: learned\ndescription: New\n---\nLearned.';
    await catalog.reload();
    return { content: [{ type: 'text', text: 'learned' }] };
  });
  return server;
});
