process.stderr.write('Cannot open the database at /var/lib/tours.\n');
process.exitCode = 3;
