import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openAudioStore } from '@debrief/audio-store/open-audio-store';
import type { SystemCaller } from '@debrief/contracts/caller';
import {
  createIntegration,
  createKey,
  createOrganization,
  getIntegration,
} from '@debrief/contracts/operations/directory-access';
import { addMember, createLink } from '@debrief/contracts/operations/directory-members';
import type { CreateCall } from '@debrief/contracts/resources/submission';
import { connect, type Messaging } from '@debrief/messaging/connection';
import { isOutage, request } from '@debrief/messaging/request';
import { createLogger } from '@debrief/service-kit/logger';
import { ApiClient } from '../api/api-client.ts';
import { serveFile } from '../api/serve-file.ts';
import { askingOver } from '../commands/command-context.ts';
import { coachRecording } from '../report/coach-recording.ts';
import { formatReport } from '../report/format-report.ts';
import { type CoachedTeam, coachTeam, type DemoTeam, storeTeam } from './demo-team.ts';
import { lastMonday } from './sample-team.ts';

const salesCall = fileURLToPath(new URL('../../../../samples/sales-call/', import.meta.url));
const owner = { email: 'owner@demo.example', name: 'Demo owner' };
const TRIES = 10;
const TIMEOUT_MS = 10_000;
const AGAIN_AFTER_MS = 500;
const caller = { access: 'system', request_id: 'demo' } satisfies SystemCaller;

interface Demo {
  integration_id: string;
  key: string;
  /** Whether the sample has been coached; later starts skip it. */
  shown: boolean;
  /** The coached sample, which the console opens on. */
  call_id?: string;
  /** Monday of the last week of the sample team's calls, and whether they have been coached. */
  team: { monday: string; coached: boolean };
}

export interface DemoOptions {
  baseUrl: string;
  natsUrl: string;
  dataDir: string;
  say: (line: string) => void;
  signal: AbortSignal;
  /** Whether weeks of calls of a sample team are stored and coached as well. */
  withTeam: boolean;
  /** Folder with the sample's call.mp3 and submission.json. */
  sample?: string;
}

export interface ShownDemo {
  /** The read-write key of the demo integration. */
  key: string;
  /** Of the sample, if it was coached now. */
  callEventId: string | null;
  /** Signs in to the console as the demo's owner, once, and opens the sample there. */
  signIn: string;
  /** Ends the coaching of the sample team, if it was stored now. */
  coachTeam: (() => Promise<CoachedTeam>) | null;
}

/**
 * Creates the demo organization on the first start, stores the calls of the sample team, and coaches the bundled sample
 * call through the public API. The key is stored in the data folder, readable by its owner only, so that later starts
 * can show it again.
 */
export async function runDemo(options: DemoOptions): Promise<ShownDemo> {
  const file = join(options.dataDir, 'demo.json');
  const withNats = <T>(body: (messaging: Messaging) => Promise<T>) => withMessaging(options.natsUrl, body);
  let demo = (await readDemo(file)) ?? (await withNats(createDemo));
  const save = async (change: Partial<Demo>): Promise<void> => {
    demo = { ...demo, ...change };
    await writeDemo(file, demo);
  };
  await save({});
  const api = new ApiClient(options.baseUrl, demo.key);
  const coaching = options.withTeam && !demo.team.coached ? await storeSampleTeam() : null;
  const callEventId = demo.shown ? null : await coachSample();
  const signIn = await withNats((messaging) => ownerLink(messaging, demo));
  return { key: demo.key, callEventId, signIn, coachTeam: coaching };

  /** Stored before the sample is coached, because text is coached while audio is transcribed. */
  async function storeSampleTeam(): Promise<() => Promise<CoachedTeam>> {
    const stored = await withNats(async (messaging) => storeTeam(await teamOf(messaging)));
    return () =>
      withNats(async (messaging) => {
        const coached = await coachTeam(await teamOf(messaging), api, stored);
        await save({ team: { ...demo.team, coached: true } });
        return coached;
      });
  }

  async function teamOf(messaging: Messaging): Promise<DemoTeam> {
    const integration = await request(messaging, getIntegration, caller, { id: demo.integration_id });
    const { monday } = demo.team;
    const { signal } = options;
    // An operator's own store is left alone.
    const AUDIO_URL = pathToFileURL(join(options.dataDir, 'audio')).href;
    const audio = process.env.AUDIO_URL ? null : await openAudioStore({ AUDIO_URL, AUDIO_S3_REGION: '' });
    return { context: askingOver(messaging, askingPatiently(signal)), integration, audio, monday, signal };
  }

  async function coachSample(): Promise<string> {
    options.say('Coaching the sample call, a solar consultation of a minute and a half…');
    const { sample = salesCall } = options;
    const submission = JSON.parse(await readFile(join(sample, 'submission.json'), 'utf8')) as CreateCall;
    const server = await serveFile(join(sample, 'call.mp3'));
    try {
      const body = { ...submission, recording_url: server.url };
      const { callEventId, analysis, transcript } = await coachRecording(api, body, options.signal);
      options.say(`\n${formatReport(analysis, transcript)}\n`);
      await save({ shown: true, call_id: analysis.recording_id });
      return callEventId;
    } finally {
      server.close();
    }
  }
}

async function withMessaging<T>(url: string, body: (messaging: Messaging) => Promise<T>): Promise<T> {
  const messaging = await connect({
    url,
    name: 'demo',
    log: createLogger({ name: 'demo', level: 'silent' }),
  });
  try {
    return await body(messaging);
  } finally {
    await messaging.close();
  }
}

/**
 * A machine that has just started all of it may answer later than a request waits. Whatever the sample team is stored
 * and coached with may be asked again: what was done already stays as it is.
 */
function askingPatiently(signal: AbortSignal): typeof request {
  return async (messaging, operation, sender, input) => {
    for (let tries = 1; ; tries++)
      try {
        return await request(messaging, operation, sender, input, { timeoutMs: TIMEOUT_MS });
      } catch (error) {
        if (tries === TRIES || !isOutage(error)) throw error;
        await sleep(AGAIN_AFTER_MS, undefined, { signal });
      }
  };
}

async function createDemo(messaging: Messaging): Promise<Demo> {
  const organization = await request(messaging, createOrganization, caller, { name: 'Demo' });
  const integration = await request(messaging, createIntegration, caller, {
    organization_id: organization.id,
    name: 'Demo integration',
    // No week may close before all calls of the sample team are coached.
    cadences: [],
  });
  const { key } = await request(messaging, createKey, caller, {
    integration_id: integration.id,
    name: 'Demo key',
    access: 'read-write',
  });
  const team = { monday: lastMonday(new Date()), coached: false };
  return { integration_id: integration.id, key, shown: false, team };
}

/** Each start has a link of its own: whoever reads an old terminal gets in with none. */
async function ownerLink(messaging: Messaging, { integration_id, call_id }: Demo): Promise<string> {
  const { organization_id } = await request(messaging, getIntegration, caller, { id: integration_id });
  await request(messaging, addMember, caller, { ...owner, role: 'owner', organization_id });
  const link = { email: owner.email, purpose: 'sign-in' } as const;
  const { url } = await request(messaging, createLink, caller, link);
  return call_id === undefined ? url : `${url}?next=/calls/${call_id}`;
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
