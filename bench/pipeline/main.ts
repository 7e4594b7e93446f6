import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeFigures } from '../figures.ts';
import { installPeer } from '../install-peer.ts';
import { say } from '../run-bench.ts';
import { processStarter, type Surroundings } from '../stack.ts';
import { measureMemory } from './memory.ts';
import { type Options, readOptions } from './options.ts';
import { reportOf } from './report.ts';
import { measureThroughput } from './throughput.ts';

const stop = new AbortController();
const requests = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'];
for (const request of requests) process.on(request, () => stop.abort(new Error('stopped')));

try {
  const options = readOptions();
  if (options !== null) await run(options);
} catch (error) {
  const isStopped = stop.signal.aborted;
  say(
    `bench:pipeline: ${isStopped ? 'stopped; everything it had started has ended' : (error as Error).message}`,
  );
  process.exitCode = isStopped ? 130 : 1;
}
if (process.connected) process.disconnect();

async function run(options: Options): Promise<void> {
  await installPeer(new URL('graphile-worker/', import.meta.url), say, stop.signal);
  // For root, Postgres runs as another user, who must be able to enter.
  const folder = mkdtempSync(path.join(tmpdir(), 'debrief-bench-'));
  chmodSync(folder, 0o755);
  try {
    const results = await withProcesses(path.join(folder, 'throughput'), (o) =>
      measureThroughput(options, o),
    );
    const memory = await withProcesses(path.join(folder, 'memory'), (o) => measureMemory(options, o));
    const report = reportOf(options, results, memory);
    process.stdout.write(`${report}\n`);
    if (options.output !== '') writeFigures(options.output, 'pipeline', report);
  } finally {
    if (options.keep) say(`The logs are in ${folder}`);
    else rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function withProcesses<R>(folder: string, body: (o: Surroundings) => Promise<R>): Promise<R> {
  mkdirSync(folder);
  await using stops = new AsyncDisposableStack();
  const died = new AbortController();
  const onDeath = (error: Error) => died.abort(error);
  const start = processStarter(folder, stops, onDeath);
  const signal = AbortSignal.any([stop.signal, died.signal]);
  try {
    return await body({ folder, start, stops, signal, onDeath, say });
  } catch (error) {
    // Whatever else went wrong followed from that.
    died.signal.throwIfAborted();
    throw error;
  }
}
