import { setTimeout as sleep } from 'node:timers/promises';
import { onStopRequest } from '@debrief/service-kit/stop-request';
import { CommanderError } from 'commander';
import { readClusterOptions } from './options.ts';
import { startCluster } from './start-cluster.ts';

try {
  const options = readClusterOptions(process.argv.slice(2));
  const stopping = new AbortController();
  const cluster = startCluster(options, stopping.signal);
  onStopRequest({
    stop: () => {
      process.stdout.write('\nStopping the cluster… Press Ctrl-C again to stop at once.\n');
      stopping.abort();
    },
    stopNow: () => cluster.stopNow(),
  });
  if (options.forMs !== null) {
    const timeIsOver = () => stopping.abort();
    void cluster.ready
      .then(() => sleep(options.forMs ?? 0, undefined, { signal: stopping.signal, ref: false }))
      .then(timeIsOver, () => {});
  }
  await cluster.stopped;
  process.exit(0);
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode);
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
