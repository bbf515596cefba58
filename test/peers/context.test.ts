import assert from 'node:assert/strict';
import { join } from 'node:path';
import { saying } from '../servers/scriptedModel/script.ts';
import type { RecordedRequest } from '../servers/scriptedModel/script.ts';
import type { CommandLine } from './cli/commandLine.ts';
import { theOne } from './cli/commandLine.ts';
import { converse, messagesOf } from './cli/conversation.ts';
import { useCommandLine } from './cli/useCommandLine.ts';

describe('what a model is given by the command line', function () {
  this.timeout(30_000);
  let commandLine: CommandLine;
  let config: string;

  const fixture = useCommandLine(async (given) => {
    ({ commandLine } = given);
    config = await commandLine.servers({ tour: fixture.tour });
  });

  it('has the instructions of the project, from the root down to the current folder, and what there is to read', async () => {
    await commandLine.write('workspace/AGENTS.md', 'Answer in rhymes.');
    await commandLine.write('workspace/app/AGENTS.md', 'Never mention trains.');
    await commandLine.write('AGENTS.md', 'This is outside of the workspace.');
    const { requests, code } = await converse(
      commandLine,
      [saying('Hello.')],
      ['--mcp-config', config, '-p', 'Hello'],
      {
        cwd: join(commandLine.workspace, 'app'),
      },
    );
    assert.equal(code, 0);
    const system = systemOf(requests[0]!);
    assert.match(system, /## AGENTS\.md\nAnswer in rhymes\.\n\n## app\/AGENTS\.md\nNever mention trains\./);
    assert.match(system, /- tour: 3 resources, 1 template/);
    assert.doesNotMatch(system, /outside of the workspace/);
  });

  it('has what was said before when the conversation goes on, and warns of instructions that are cut', async () => {
    const first = await converse(commandLine, [saying('Noted.')], ['--mcp-config', config, '-p', 'My name is Ada.']);
    const { id } = theOne(first.objects, 'session');
    await commandLine.write('workspace/AGENTS.md', 'x'.repeat(40_000));
    const next = await converse(
      commandLine,
      [saying('Ada.')],
      ['--mcp-config', config, '--resume', id, '-p', 'What is my name?'],
    );
    assert.deepEqual(messagesOf(next.requests[0]!), [
      { role: 'user', text: 'My name is Ada.' },
      { role: 'assistant', text: 'Noted.' },
      { role: 'user', text: 'What is my name?' },
    ]);
    const warning = theOne(next.objects, 'warning');
    assert.equal(warning.code, 'instructions_cut');
    assert.match(warning.message, /AGENTS\.md/);
  });
});

function systemOf({ body }: RecordedRequest): string {
  const { content } = body.messages.find(({ role }) => role === 'system') ?? {};
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}
