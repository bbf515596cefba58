import { readHostReport, requestedResultsFile } from './hostResults.ts';
import { runHostTests } from './runHostTests.ts';

const resultsFile = requestedResultsFile();
const { exitCode, consoleLines } = await runHostTests(resultsFile);
process.stdout.write(readHostReport(resultsFile));
if (exitCode !== 0) process.stdout.write(`\n  its console\n${consoleLines.map((line) => `    ${line}\n`).join('')}`);
process.exitCode = exitCode;
