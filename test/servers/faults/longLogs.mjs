import { send, serve, text } from './plainServer.mjs';

// Logs lines of a million characters over the protocol, as many as it is told.
serve(
  {
    'tools/call': (params) => {
      for (let line = 0; line < params.arguments.lines; line++) {
        const data = String(line).padEnd(1_000_000, '.');
        send({ method: 'notifications/message', params: { level: 'info', data } });
      }
      return text('logged');
    },
  },
  { capabilities: { tools: {}, logging: {} } },
);
