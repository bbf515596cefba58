import { inRepository } from '../../../scripts/setup/paths.mjs';
import { resultsVariable } from '../../../scripts/test/recordResults.mjs';
import { EditorServer, type EditorServerOptions } from './editorServer.ts';
import { Workbench } from './workbench.ts';

/** The module that starts mocha inside the extension host; `@vscode/test-electron` loads the same. */
export const hostTestsPath = inRepository('dist', 'test', 'editor', 'index.cjs');

/** Folder of an extension that brings language models, for the tests of the editor's. */
export const modelExtension = inRepository('test', 'editor', 'modelExtension');

/** What a run of the tests inside the extension host came to. */
export interface HostRun {
  readonly exitCode: number;
  /** The console of the extension host and the workbench. */
  readonly consoleLines: readonly string[];
}

/**
 * Runs the tests that live inside the extension host, in the browser's editor.
 *
 * @param resultsFile Where the results go, in the format of `scripts/test/recordResults.mjs`.
 */
export async function runHostTests(resultsFile: string, options: EditorServerOptions = {}): Promise<HostRun> {
  const server = await EditorServer.start({
    extensions: [modelExtension],
    ...options,
    env: { ...options.env, [resultsVariable]: resultsFile },
  });
  try {
    const workbench = await Workbench.launch(server);
    try {
      const folder = await server.createWorkspace();
      const exitCode = await workbench.runTests({ folder, testsPath: hostTestsPath });
      return { exitCode, consoleLines: workbench.consoleLines };
    } finally {
      await workbench.close();
    }
  } finally {
    await server.dispose();
  }
}
