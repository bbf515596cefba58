import { wellFormedJson } from '../shared/base/wellFormedJson.ts';
import { elicitationLine } from './elicitationLine.ts';
import type { OutputFormat } from './conversationOptions.ts';
import type { OutputWriter, StreamObject } from './streamObject.ts';
import type { Terminal } from './terminal.ts';
import { textWriter } from './textOutput.ts';
import { warningLine } from './warningLine.ts';

/** The writer of an output format (contract §8). */
export function outputWriter(format: OutputFormat, terminal: Terminal, isVerbose: boolean): OutputWriter {
  switch (format) {
    case 'text':
      return textWriter(terminal, isVerbose);
    case 'json':
      return (object) => {
        if (object.type === 'warning') terminal.note(warningLine(object));
        if (object.type === 'elicitation') terminal.note(elicitationLine(object));
        if (object.type === 'result') writeObject(terminal, object);
      };
    case 'stream-json':
      return (object) => writeObject(terminal, object);
  }
}

function writeObject(terminal: Terminal, object: StreamObject): void {
  terminal.out(`${wellFormedJson(object)}\n`);
}
