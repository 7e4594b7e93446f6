import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SystemCaller } from '@debrief/contracts/caller';
import {
  createIntegration,
  createKey,
  createOrganization,
} from '@debrief/contracts/operations/directory-access';
import type { CreateCall } from '@debrief/contracts/resources/submission';
import { connect } from '@debrief/messaging/connection';
import { request } from '@debrief/messaging/request';
import { createLogger } from '@debrief/service-kit/logger';
import { ApiClient } from '../api/api-client.ts';
import { serveFile } from '../api/serve-file.ts';
import { coachRecording } from '../report/coach-recording.ts';
import { formatReport } from '../report/format-report.ts';

const salesCall = fileURLToPath(new URL('../../../../samples/sales-call/', import.meta.url));
const caller = { access: 'system', request_id: 'demo' } satisfies SystemCaller;

interface Demo {
  integration_id: string;
  key: string;
  /** Whether the sample has been coached; later starts skip it. */
  shown: boolean;
}

/**
 * Creates the demo organization on the first start and coaches the bundled sample call through the public API. The key
 * is stored in the data folder, readable by its owner only, so that later starts can show it again.
 * @returns the read-write key of the demo integration, and the sample's call_event_id if it was coached now.
 */
export async function runDemo(options: {
  baseUrl: string;
  natsUrl: string;
  dataDir: string;
  say: (line: string) => void;
  signal: AbortSignal;
  /** Folder with the sample's call.mp3 and submission.json. */
  sample?: string;
}): Promise<{ key: string; callEventId: string | null }> {
  const file = join(options.dataDir, 'demo.json');
  const demo = (await readDemo(file)) ?? (await createDemo(options.natsUrl));
  await writeDemo(file, demo);
  const api = new ApiClient(options.baseUrl, demo.key);
  if (demo.shown) return { key: demo.key, callEventId: null };

  options.say('Coaching the sample call, a solar consultation of a minute and a half…');
  const { sample = salesCall } = options;
  const submission = JSON.parse(await readFile(join(sample, 'submission.json'), 'utf8')) as CreateCall;
  const server = await serveFile(join(sample, 'call.mp3'));
  try {
    const body = { ...submission, recording_url: server.url };
    const { callEventId, analysis, transcript } = await coachRecording(api, body, options.signal);
    options.say(`\n${formatReport(analysis, transcript)}\n`);
    await writeDemo(file, { ...demo, shown: true });
    return { key: demo.key, callEventId };
  } finally {
    server.close();
  }
}

async function createDemo(natsUrl: string): Promise<Demo> {
  const messaging = await connect({
    url: natsUrl,
    name: 'demo',
    log: createLogger({ name: 'demo', level: 'silent' }),
  });
  try {
    const organization = await request(messaging, createOrganization, caller, { name: 'Demo' });
    const integration = await request(messaging, createIntegration, caller, {
      organization_id: organization.id,
      name: 'Demo integration',
    });
    const { key } = await request(messaging, createKey, caller, {
      integration_id: integration.id,
      name: 'Demo key',
      access: 'read-write',
    });
    return { integration_id: integration.id, key, shown: false };
  } finally {
    await messaging.close();
  }
}

async function readDemo(file: string): Promise<Demo | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Demo;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (error instanceof SyntaxError) throw new Error(`${file} is damaged. Remove it to create a new demo.`);
    throw error;
  }
}

function writeDemo(file: string, demo: Demo): Promise<void> {
  return writeFile(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
}
