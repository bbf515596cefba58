// Reads all it is sent and says nothing.
process.stderr.write('Waiting for the moon.\n');
process.stdin.resume();
