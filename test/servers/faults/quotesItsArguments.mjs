// As command lines do that were given a wrong one.
process.stderr.write(`Cannot log in with ${process.argv.slice(3).join(' ')}\n`);
process.exitCode = 2;
