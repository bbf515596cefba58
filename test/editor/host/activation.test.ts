import assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

describe('the extension in its host', () => {
  let extension: vscode.Extension<unknown>;

  before(() => {
    const found = vscode.extensions.getExtension('patchbay.patchbay');
    assert.ok(found, 'the extension is not there');
    extension = found;
  });

  it('is not active before its view or a command is used', () => {
    assert.equal(extension.isActive, false);
  });

  it('registers every command that it contributes', async () => {
    await extension.activate();

    const { contributes } = extension.packageJSON as Manifest;
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      contributes.commands.map(({ command }) => command).filter((command) => !registered.has(command)),
      [],
    );
  });
});
