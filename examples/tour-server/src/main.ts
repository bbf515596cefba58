import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createTourServer } from './tourServer.ts';

if (process.stdin.isTTY) {
  process.stderr.write('The tour server speaks MCP on stdin and stdout. Start it from an MCP host; Ctrl+C ends it.\n');
}

// An answer to a host that is already gone must not end in a stack trace.
process.stdout.once('error', () => process.exit(0));

await createTourServer().connect(new StdioServerTransport());

// Nothing else needs ending. Reading stdin is all that keeps the process alive, so it is over, with its last answer
// written, when the host closes the pipe; and SIGTERM and SIGINT end it at once, as Node does, because bookings live
// in memory only.
