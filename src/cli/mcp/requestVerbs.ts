import { Argument, Option } from 'commander';
import type { Command } from 'commander';
import { logLevels } from '../../core/mcp/connection/logLevel.ts';
import { variableOption } from '../optionParsers.ts';
import { runCall } from './call.ts';
import { runCompletion } from './complete.ts';
import type { CompleteOptions, CompletionKind } from './complete.ts';
import { runListing } from './listing.ts';
import { listingKinds } from './listingKind.ts';
import { runPromptRequest } from './prompt.ts';
import { runRead } from './read.ts';
import type { RequestOptions } from './request.ts';
import type { VerbGroup } from './verbGroup.ts';
import type { VerbOptions } from './verbOptions.ts';

/** Verbs that ask servers. Run by hand, each is its own consent. */
export function addRequestVerbs(verbs: VerbGroup): void {
  for (const kind of listingKinds) {
    verbs
      .add<[string | undefined], VerbOptions>(
        `${kind} [name]`,
        `list the ${kind} of a server, or of all`,
        ([name], options, context) => runListing(kind, name, options, context),
      )
      .option('--json', 'print JSON');
  }
  requestOptions(
    verbs.add<[string, string, string | undefined], RequestOptions>(
      'call <name> <tool> [json]',
      'call a tool with the arguments of a JSON object',
      ([name, tool, json], options, context) => runCall(name, tool, json, options, context),
    ),
  );
  requestOptions(
    verbs.add<[string, string], RequestOptions>('read <name> <uri>', 'read a resource', (operands, options, context) =>
      runRead(...operands, options, context),
    ),
  );
  requestOptions(
    verbs.add<[string, string, string[]], RequestOptions>(
      'prompt <name> <prompt> [args...]',
      'get a prompt; arguments are words, NAME=VALUE or a JSON object',
      (operands, options, context) => runPromptRequest(...operands, options, context),
    ),
  );
  completion(verbs);
}

function completion(verbs: VerbGroup): void {
  const complete = verbs.add<[string, CompletionKind, string, string, string], CompleteOptions>(
    'complete <name>',
    'ask for values of an argument that begin like this',
    ([name, kind, ref, argument, value], options, context) =>
      runCompletion(name, { kind, ref, argument, value }, options, context),
  );
  complete
    .addArgument(new Argument('<kind>', 'what the argument is of').choices(['prompt', 'template']))
    .argument('<ref>', 'name of the prompt, or URI of the template')
    .argument('<argument>', 'name of the argument')
    .argument('<value>', 'what is typed so far')
    .option('--context <name=value>', 'another argument that is chosen already; repeatable', variableOption);
  requestOptions(complete);
}

function requestOptions(command: Command): Command {
  const level = new Option('--log-level <level>', 'what the server is to log, shown on stderr').choices(logLevels);
  return command.option('--json', 'print JSON').addOption(level);
}
