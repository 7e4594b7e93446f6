import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { memoryBytes, peakBytes } from '../cpu-time.ts';
import { fileBeside, SETTLE_MS, type Surroundings, startStack } from '../stack.ts';
import { debrief } from './contestants.ts';
import type { Options } from './options.ts';
import { submission, submit } from './submission.ts';

export interface MemoryResult {
  readonly hours: number;
  readonly seconds: number;
  /** Of the worker's own process before, and the most until it had done, its start included. */
  readonly idleBytes: number;
  readonly workerBytes: number;
  /** The most of the decoders that it runs. */
  readonly childrenBytes: number;
  /** The most of all at one moment, each page shared among the processes that have it. */
  readonly togetherBytes: number;
}

const sample = fileURLToPath(new URL('../../samples/sales-call/call.mp3', import.meta.url));
const PAUSE_MS = 3_000;
const SAMPLE_MS = 100;

/** Memory of the real worker, with an engine that takes none, while it transcribes stereo recordings of hours. */
export async function measureMemory(options: Options, o: Surroundings): Promise<MemoryResult[]> {
  if (options.hours.length === 0) return [];
  const { folder, signal, say } = o;
  const stack = await startStack(o, fileBeside(import.meta.url, 'null-engine-worker.ts'));
  const { url, keys } = await debrief(stack);
  await sleep(SETTLE_MS, undefined, { signal });
  const results: MemoryResult[] = [];
  for (const hours of options.hours) {
    say(`Making a stereo recording of ${hours} h`);
    const file = path.join(folder, `${hours}h.mp3`);
    await makeRecording(file, hours, signal);
    const host = await serveFile(file);
    try {
      // So that none has what an earlier one left behind.
      await stack.restart('transcription');
      const pid = stack.pids.get('transcription') ?? 0;
      await sleep(PAUSE_MS, undefined, { signal });
      const startedAt = performance.now();
      const idleBytes = memoryBytes(pid).own;
      const body = {
        ...submission(0),
        recording_url: `${host.url}/call.mp3`,
        duration_seconds: hours * 3600,
      };
      await submit({ url, key: keys[0] ?? '', body: JSON.stringify(body), signal });
      const most = { workerBytes: 0, childrenBytes: 0, togetherBytes: 0 };
      const id = body.recording_id;
      for (let status = ''; status !== 'COMPLETED'; ) {
        if (status === 'FAILED') throw new Error(`the recording of ${hours} h failed`);
        await sleep(SAMPLE_MS, undefined, { signal });
        const { children, together } = memoryBytes(pid);
        most.workerBytes = Math.max(most.workerBytes, peakBytes(pid));
        most.childrenBytes = Math.max(most.childrenBytes, children);
        most.togetherBytes = Math.max(most.togetherBytes, together);
        const { rows } = await stack.client.query(
          'select status from ingest.recordings where external_recording_id = $1',
          [id],
        );
        status = rows[0]?.status ?? '';
      }
      const seconds = (performance.now() - startedAt) / 1000;
      results.push({ hours, seconds, idleBytes, ...most });
      say(`A recording of ${hours} h: COMPLETED in ${seconds.toFixed(0)} s`);
    } finally {
      host.close();
      rmSync(file, { force: true });
    }
  }
  return results;
}

/** The sample call, again and again: two people on two channels. */
async function makeRecording(file: string, hours: number, signal: AbortSignal): Promise<void> {
  const seconds = String(hours * 3600);
  const args = ['-v', 'error', '-y', '-stream_loop', '-1', '-i', sample, '-t', seconds, '-c', 'copy', file];
  await promisify(execFile)('ffmpeg', args, { signal });
}

async function serveFile(file: string): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-length': statSync(file).size });
    createReadStream(file).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
