import { onStopRequest } from '@debrief/service-kit/stop-request';
import { CommanderError } from 'commander';
import { readStartOptions } from './options.ts';
import { startDebrief } from './start-debrief.ts';

try {
  const options = readStartOptions(process.argv.slice(2));
  const stopping = new AbortController();
  const debrief = startDebrief(options, stopping.signal);
  onStopRequest({
    stop: () => {
      process.stdout.write('\nStopping Debrief… Press Ctrl-C again to stop at once.\n');
      stopping.abort();
    },
    stopNow: () => debrief.stopNow(),
  });
  await debrief.stopped;
  process.exit(0);
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode);
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
