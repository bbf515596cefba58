import { Option } from 'commander';
import type { Command } from 'commander';
import type { ImportProduct } from '../../core/mcp/config/import/importableServer.ts';
import type { EditableScope } from '../../core/mcp/config/serverEdits.ts';
import { gathered, headerOption, variableOption } from '../optionParsers.ts';
import { runAdd, runAddJson } from './add.ts';
import type { AddOptions, AddJsonOptions } from './add.ts';
import { runApproval } from './approval.ts';
import { runGet } from './get.ts';
import { runImport } from './import.ts';
import type { ImportOptions } from './import.ts';
import { runList } from './list.ts';
import type { ListOptions } from './list.ts';
import { runRemove } from './remove.ts';
import type { RemoveOptions } from './remove.ts';
import { runResetChoices, runSwitch } from './switch.ts';
import type { SwitchOptions } from './switch.ts';
import type { VerbGroup } from './verbGroup.ts';

const scopes: readonly EditableScope[] = ['user', 'project', 'local'];
const products: readonly ImportProduct[] = [
  'vscode',
  'claude-desktop',
  'claude-code',
  'cursor',
  'windsurf',
  'cline',
  'roo',
];
const transports = ['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse', 'ws'];

/** Verbs on what is configured. None of them starts a server, unless it is to check. */
export function addConfigurationVerbs(verbs: VerbGroup): void {
  verbs
    .add<[], ListOptions>('list', 'list the configured servers', (_operands, options, context) =>
      runList(options, context),
    )
    .option('--check', 'connect each and say how that went')
    .option('--json', 'print JSON');
  verbs
    .add<[string], ListOptions>('get <name>', 'show a configured server', ([name], options, context) =>
      runGet(name, options, context),
    )
    .option('--check', 'connect it and say how that went')
    .option('--json', 'print JSON');
  addingVerbs(verbs);
  importingVerb(verbs);
  switchingVerbs(verbs);
}

function addingVerbs(verbs: VerbGroup): void {
  const add = verbs.add<[string, string[]], AddOptions>(
    'add <name> [target...]',
    'add a server: its URL, or -- and the command that starts it',
    ([name, target], options, context) => runAdd(name, target, options, context),
  );
  writingOptions(add)
    .addOption(new Option('--transport <type>', 'how to reach it; told by the target unless given').choices(transports))
    .option('--env <name=value>', 'variable of its environment; repeatable', variableOption)
    .option('--header <name: value>', 'header of each request to it; repeatable', headerOption)
    .addHelpText('after', addExamples);
  writingOptions(
    verbs.add<[string, string], AddJsonOptions>(
      'add-json <name> <json>',
      'add a server by its entry as JSON; - takes it from stdin',
      ([name, json], options, context) => runAddJson(name, json, options, context),
    ),
  );
  scopeOption(
    verbs.add<[string], RemoveOptions>('remove <name>', 'take a server out of its file', ([name], options, context) =>
      runRemove(name, options, context),
    ),
    'the file to take it out of; that of the definition in use unless given',
  );
}

function importingVerb(verbs: VerbGroup): void {
  const command = verbs.add<[string[]], ImportOptions>(
    'import [name...]',
    'show what other products have configured, and add what is named',
    ([names], options, context) => runImport(names, options, context),
  );
  writingOptions(command, 'where to write them (default: where they belong)')
    .option('--all', 'add every one whose name is free')
    .option('--json', 'print what there is as JSON')
    .addOption(new Option('--from <product>', 'only what this product has').choices(products));
}

const addExamples = `
Examples:
  patchbay mcp add docs https://docs.example.com/mcp --header 'X-Team: maps'
  patchbay mcp add files --scope user --env ROOT=/srv -- npx -y @modelcontextprotocol/server-filesystem /srv`;

function switchingVerbs(verbs: VerbGroup): void {
  for (const verb of ['enable', 'disable'] as const) {
    verbs
      .add<[string], SwitchOptions>(
        `${verb} <name>`,
        `switch a server ${verb === 'enable' ? 'on' : 'off'}`,
        ([name], options, context) => runSwitch(name, verb === 'enable', options, context),
      )
      .option('--tool <tool>', 'only this tool of it; repeatable', gathered);
  }
  for (const verb of ['approve', 'reject'] as const) {
    const what = verb === 'approve' ? 'let a server of the project start' : 'never start a server of the project';
    verbs.add(`${verb} <name>`, what, ([name], options, context) =>
      runApproval(name, verb === 'approve', options, context),
    );
  }
  verbs.add<[]>(
    'reset-project-choices',
    'forget what was approved, rejected and switched for servers of this workspace',
    (_operands, options, context) => runResetChoices(options, context),
  );
}

function writingOptions(command: Command, scope = 'whose server it is (default: local)'): Command {
  return scopeOption(command, scope).option('--replace', 'put it in the place of one of the same name');
}

function scopeOption(command: Command, description: string): Command {
  return command.addOption(new Option('--scope <scope>', description).choices(scopes));
}
