import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { say } from './run-bench.ts';
import { processStarter, type Surroundings } from './stack.ts';

/**
 * A command that measures with processes of its own, until it is done or stopped: by a signal, or by the end of the
 * program that started it.
 * @param readOptions returns null where there is nothing to be done.
 */
export async function runUntilStopped<O>(o: {
  name: string;
  readOptions: () => O | null;
  run: (options: O, signal: AbortSignal) => Promise<void>;
}): Promise<void> {
  const stop = new AbortController();
  const requests = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'];
  for (const request of requests) process.on(request, () => stop.abort(new Error('stopped')));
  try {
    const options = o.readOptions();
    if (options !== null) await o.run(options, stop.signal);
  } catch (error) {
    const isStopped = stop.signal.aborted;
    say(
      `${o.name}: ${isStopped ? 'stopped; everything it had started has ended' : (error as Error).message}`,
    );
    process.exitCode = isStopped ? 130 : 1;
  }
  if (process.connected) process.disconnect();
}

/** A folder for as long as the body runs, or for longer. */
export async function withFolder<R>(body: (folder: string) => Promise<R>, { keep = false } = {}): Promise<R> {
  const folder = mkdtempSync(path.join(tmpdir(), 'debrief-bench-'));
  // For root, Postgres runs as another user, who must be able to enter.
  chmodSync(folder, 0o755);
  try {
    return await body(folder);
  } finally {
    if (keep) say(`The logs are in ${folder}`);
    else rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What the body starts is stopped after it; it is aborted when something of that dies. */
export async function withProcesses<R>(
  { folder, signal: stopped }: { folder: string; signal: AbortSignal },
  body: (o: Surroundings) => Promise<R>,
): Promise<R> {
  mkdirSync(folder, { recursive: true });
  await using stops = new AsyncDisposableStack();
  const died = new AbortController();
  const onDeath = (error: Error) => died.abort(error);
  const start = processStarter(folder, stops, onDeath);
  const signal = AbortSignal.any([stopped, died.signal]);
  try {
    return await body({ folder, start, stops, signal, onDeath, say });
  } catch (error) {
    // Whatever else went wrong followed from that.
    died.signal.throwIfAborted();
    throw error;
  }
}
