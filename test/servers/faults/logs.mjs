import { send, serve, text } from './plainServer.mjs';

// Writes a line to stderr and one over the protocol, both with the secret it was started with.
serve(
  {
    'tools/call': () => {
      process.stderr.write(`\u001b[31mtoken is ${process.env.API_TOKEN}\u001b[0m\n`);
      send({
        method: 'notifications/message',
        params: { level: 'warning', logger: 'db', data: `slow, with ${process.env.API_TOKEN}` },
      });
      return text('logged');
    },
  },
  { capabilities: { tools: {}, logging: {} } },
);
