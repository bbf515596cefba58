import { connectBareClient } from './bareClient.ts';

/** The least that reads a resource: node bareRead.js SERVER URI */
const [server = '', uri = ''] = process.argv.slice(2);
const client = await connectBareClient({ command: 'node', args: [server] });
const { contents } = await client.readResource({ uri });
for (const item of contents) if ('text' in item) process.stdout.write(item.text);
await client.close();
