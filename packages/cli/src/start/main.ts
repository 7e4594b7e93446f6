import { CommanderError } from 'commander';
import { readStartOptions } from './options.ts';
import { startDebrief } from './start-debrief.ts';
import { onStopRequest } from './stop-request.ts';

try {
  const options = readStartOptions(process.argv.slice(2));
  const stopping = new AbortController();
  const debrief = startDebrief(options, stopping.signal);
  onStopRequest({
    stop: () => {
      process.stdout.write('\nStopping Debrief…\n');
      stopping.abort();
    },
    stopHard: () => debrief.stopHard(),
  });
  await debrief.stopped;
  process.exit(0);
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode);
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
