import { builtTour, type BuiltTour } from '../tourClient.ts';
import { CommandLine } from './commandLine.ts';
import { tourDefinition } from './mcpServers.ts';

/** What the tests of a suite find while they run. */
export interface CommandLineFixture {
  /** A new one for each test. */
  readonly commandLine: CommandLine;
  /** Path of the built tour server. */
  readonly tourServer: string;
  /** The entry of a tour server. */
  readonly tour: { command: string; args: string[] };
}

/**
 * Gives each test of the surrounding suite a command line of its own, and all of them one built tour server. `prepare`
 * runs before each test, when these are there.
 */
export function useCommandLine(prepare?: (fixture: CommandLineFixture) => void | Promise<void>): CommandLineFixture {
  let built: BuiltTour | undefined;
  let current: CommandLine | undefined;
  const fixture: CommandLineFixture = {
    get commandLine() {
      if (!current) throw new Error('There is a command line only while a test runs.');
      return current;
    },
    get tourServer() {
      if (!built) throw new Error('The tour server is built when the tests begin.');
      return built.server;
    },
    get tour() {
      return tourDefinition(this.tourServer);
    },
  };
  before(async () => {
    built = await builtTour();
  });
  beforeEach(async () => {
    current = await CommandLine.create();
    await prepare?.(fixture);
  });
  afterEach(() => current?.dispose());
  after(() => built?.remove());
  return fixture;
}
