import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before } from 'mocha';
import { EditorServer, type EditorServerOptions } from './editorServer.ts';
import { failureFolder } from './testResults.ts';
import { Workbench } from './workbench.ts';

/** The editor of one `describe`. */
export interface EditorFixture {
  /** Set from the first test on. */
  readonly server: EditorServer;
  /** A window without content: `open` shows a workspace in it. Set from the first test on. */
  readonly workbench: Workbench;
}

const startMilliseconds = 90_000;

/**
 * Gives the surrounding `describe` an editor of its own: started before its first test, gone after its last. A failed
 * test leaves a picture, the console and the logs in `test-results/failures`.
 */
export function useEditor(options: EditorServerOptions = {}): EditorFixture {
  let server: EditorServer | undefined;
  let workbench: Workbench | undefined;

  before(async function () {
    this.timeout(startMilliseconds);
    server = await EditorServer.start(options);
    workbench = await Workbench.launch(server);
  });

  afterEach(async function () {
    if (this.currentTest?.state !== 'failed' || server === undefined || workbench === undefined) return;
    const folder = failureFolder(this.currentTest.fullTitle());
    if (!workbench.page.isClosed()) await workbench.page.screenshot({ path: join(folder, 'window.png') });
    await writeFile(join(folder, 'console.log'), `${workbench.consoleLines.join('\n')}\n`);
    await server.copyLogs(folder);
  });

  after(async () => {
    await workbench?.close();
    await server?.dispose();
  });

  return {
    get server() {
      return started(server);
    },
    get workbench() {
      return started(workbench);
    },
  };
}

function started<T>(value: T | undefined): T {
  if (value === undefined)
    throw new Error('The editor is started before the first test, not while tests are declared.');
  return value;
}
