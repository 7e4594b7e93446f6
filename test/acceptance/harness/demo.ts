import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pollUntil } from '@debrief/local/poll-until';
import { launchDebrief } from './launch-debrief.ts';

/** What `npm start` writes of its demo. */
export interface Demo {
  integration_id: string;
  call_id: string;
  team: { coached: boolean };
}

export interface RunningDemo {
  demo: Demo;
  consoleUrl: string;
  natsUrl: string;
}

const TIMEOUT_MS = 600_000;

/** Runs the body with the demo of a Debrief of its own, whose calls are all coached. */
export async function withDemo<R>(
  { signal }: { signal: AbortSignal },
  body: (running: RunningDemo) => Promise<R>,
): Promise<R> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'debrief-demo-'));
  const readJson = <T>(file: string) => JSON.parse(readFileSync(path.join(dataDir, file), 'utf8')) as T;
  // As a user starts it: what tests start has no sample team.
  const debrief = launchDebrief(
    dataDir,
    { TEMPORARY_DATA: 'false' },
    { options: ['--no-models'], timeoutMs: TIMEOUT_MS },
  );
  try {
    await debrief.ready;
    // A Debrief that is stopped ends by a Ctrl-C of its own as well.
    const isCoached = await pollUntil(async () => readJson<Demo>('demo.json').team.coached, {
      ...{ intervalMs: 500, timeoutMs: TIMEOUT_MS, signal },
    });
    if (!isCoached) throw new Error('The calls of the sample team were not coached in time');
    const { console_url, nats_url } = readJson<{ console_url: string; nats_url: string }>('stack.json');
    return await body({ demo: readJson<Demo>('demo.json'), consoleUrl: console_url, natsUrl: nats_url });
  } catch (error) {
    // Whatever else failed then followed from that.
    signal.throwIfAborted();
    throw error;
  } finally {
    await debrief.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
