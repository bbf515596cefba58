import type { ServerSnapshot } from '../../mcp/hubPort.ts';
import { InputError } from '../input/inputError.ts';
import type { InputPlan } from '../input/inputPlan.ts';
import type { TypedCommand } from './typedCommand.ts';
import { helpAnswer } from './helpAnswer.ts';
import { listAnswer } from './listAnswer.ts';
import { serversAnswer } from './serversAnswer.ts';

/** What a built-in command asks for. Throws an `InputError` when it cannot be carried out as it is written. */
export function planCommand({ name, argument }: TypedCommand, servers: readonly ServerSnapshot[]): InputPlan {
  switch (name) {
    case 'clear':
      requireNothing(name, argument);
      return { kind: 'surfaceCommand', command: { name } };
    case 'model':
      return { kind: 'surfaceCommand', command: { name, argument } };
    case 'export':
      return { kind: 'surfaceCommand', command: { name, format: exportFormat(argument) } };
    case 'compact':
      requireNothing(name, argument);
      return { kind: 'compact' };
    case 'help':
      requireNothing(name, argument);
      return { kind: 'command', answer: helpAnswer(servers) };
    case 'mcp':
      requireNothing(name, argument);
      return { kind: 'command', answer: serversAnswer(servers) };
    case 'tools':
    case 'resources':
    case 'prompts':
      return { kind: 'command', answer: listAnswer(name, argument, servers) };
  }
}

function requireNothing(name: string, argument: string): void {
  if (argument === '') return;
  throw new InputError(`Nothing can follow "/${name}". Send it alone, or begin your message with another word.`);
}

function exportFormat(argument: string): 'markdown' | 'json' {
  switch (argument.toLowerCase()) {
    case '':
    case 'markdown':
    case 'md':
      return 'markdown';
    case 'json':
      return 'json';
    default:
      throw new InputError(`"/export" writes markdown or json, not "${argument}".`);
  }
}
