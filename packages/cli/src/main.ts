import { runCommand } from './run-command.ts';

// Whoever reads the output may have had enough of it, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

await runCommand(process.argv.slice(2));
