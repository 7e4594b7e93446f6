import { readFile, stat } from 'node:fs/promises';
import type { AudioStore } from '@debrief/audio-store/audio-store';
import type { InputOf, OutputOf } from '@debrief/contracts/define';
import { DebriefError, USER_NOT_FOUND } from '@debrief/contracts/errors';
import { showMetrics } from '@debrief/contracts/operations/analytics';
import { closePeriod, getPeriod, listAgendas } from '@debrief/contracts/operations/coaching';
import { updateIntegration } from '@debrief/contracts/operations/directory-access';
import { listUsers } from '@debrief/contracts/operations/directory-people';
import { showSignal } from '@debrief/contracts/operations/signals';
import { PAGE_SIZE_MAX } from '@debrief/contracts/paging';
import type { Integration } from '@debrief/contracts/resources/access';
import type { KeptAudio } from '@debrief/contracts/resources/audio';
import type { CoachingAgenda } from '@debrief/contracts/resources/coaching-agenda';
import type { User } from '@debrief/contracts/resources/user';
import { pollUntil } from '@debrief/local/poll-until';
import type { ApiClient } from '../api/api-client.ts';
import type { CommandContext } from '../commands/command-context.ts';
import { readTranscript, submitTranscript } from '../submit/submit-transcript.ts';
import { answerAgenda } from './answer-agenda.ts';
import { addDays, sampleTeam, type TeamSound } from './sample-team.ts';

const POLL_MS = 200;
const PATIENCE_MS = 120_000;
/** The weeks in which every agent has enough calls, the earliest first: an agenda looks back at the one before. */
const WEEKS_AGO = [3, 2, 1];
const cadence = 'weekly';

export interface DemoTeam {
  readonly context: Pick<CommandContext, 'ask' | 'askFor'>;
  readonly integration: Integration;
  /** Where the sound of those goes that have one; null: nowhere. */
  readonly audio: AudioStore | null;
  /** Of the last week of the calls. */
  readonly monday: string;
  readonly signal: AbortSignal;
}

export interface CoachedTeam {
  readonly calls: number;
  /** The last week. */
  readonly period: OutputOf<typeof getPeriod>;
  readonly agendas: readonly CoachingAgenda[];
  /** The agenda of an earlier week that was answered. */
  readonly answered: CoachingAgenda | null;
}

/** Stores the calls of the sample team, as `debrief submit --transcript` does. @returns their call_event_ids. */
export async function storeTeam({
  context,
  integration,
  monday,
  audio,
  signal,
}: DemoTeam): Promise<string[]> {
  // Lists begin with what was submitted last, which is to be what took place last.
  const calls = sampleTeam(monday).toSorted((one, other) =>
    one.described.occurredAt.localeCompare(other.described.occurredAt),
  );
  const all = await Promise.all(
    calls.map(async ({ file, described, sound }) => {
      const heard = sound === null || audio === null ? {} : { audio: await aboutOf(sound) };
      return { described, sound, read: { ...(await readTranscript(file, described)), ...heard } };
    }),
  );
  return Promise.all(
    all.map(async ({ described, sound, read }) => {
      const stored = await submitTranscript(context, integration, read, described);
      if (sound !== null && stored.audio_key)
        await audio?.write(stored.audio_key, sound.file, { signal, onProgress: () => undefined });
      return stored.call_event_id;
    }),
  );
}

async function aboutOf({ file, about }: TeamSound) {
  const { size } = await stat(file);
  return { bytes: size, ...(JSON.parse(await readFile(about, 'utf8')) as Omit<KeptAudio, 'bytes' | 'key'>) };
}

/**
 * Waits until the stored calls are coached and counted, closes their weeks and switches the cadence on: from then on
 * weeks close by themselves. Doing it again changes nothing.
 */
export async function coachTeam(
  team: DemoTeam,
  api: ApiClient,
  calls: readonly string[],
): Promise<CoachedTeam> {
  const { context, integration, monday, signal } = team;
  await Promise.all(calls.map((id) => api.awaitAnalysis(id, () => {}, signal)));
  // An agent whose speech is all counted is known to coaching, and so gets an agenda.
  for (const { id: user, name } of await agentsOf(team))
    await until(`the speech of ${name}`, signal, () =>
      isHeard(context, { integration_id: integration.id, user }),
    );
  const coached: Pick<CoachedTeam, 'period' | 'agendas'>[] = [];
  let answered: CoachingAgenda | null = null;
  for (const weeksAgo of WEEKS_AGO) {
    const week = await closeWeek(team, addDays(monday, (1 - weeksAgo) * 7));
    coached.push(week);
    answered ??= await answerAgenda(team, weeksAgo, week.agendas);
  }
  await context.ask(updateIntegration, { id: integration.id, cadences: [cadence] });
  await until('the metrics', signal, async () => {
    const metrics = await context.ask(showMetrics, metricsOf(team));
    return metrics.calls.analyzed >= calls.length;
  });
  return { calls: calls.length, answered, ...(coached.at(-1) as (typeof coached)[number]) };
}

/** Asked for by their ids, which is all that the audit trail keeps of whom a look was at. */
async function agentsOf({ context, integration, monday }: DemoTeam): Promise<User[]> {
  const known = new Set(sampleTeam(monday).map(({ described }) => described.agentId));
  const { organization_id, id: integration_id } = integration;
  const owner = { organization_id, integration_id };
  const { data } = await context.askFor(owner, listUsers, { limit: PAGE_SIZE_MAX, sort: 'asc' });
  return data.filter(({ external_user_id }) => known.has(external_user_id));
}

/** Has a signal, or surely too little speech for one. */
async function isHeard({ ask }: DemoTeam['context'], agent: InputOf<typeof showSignal>): Promise<boolean> {
  try {
    const { signal, speech, needed } = await ask(showSignal, agent);
    return signal !== null || speech.calls < needed.calls || speech.words < needed.words;
  } catch (error) {
    if (error instanceof DebriefError && error.definition.code === USER_NOT_FOUND.code) return false;
    throw error;
  }
}

async function closeWeek({ context, integration, signal }: DemoTeam, start: string) {
  const { organization_id, id: integration_id } = integration;
  const owner = { organization_id, integration_id };
  const closed = await context.ask(closePeriod, { integration_id, cadence, end: addDays(start, 6) });
  const { id } = closed.period;
  let period = await context.askFor(owner, getPeriod, { id });
  let agendas: CoachingAgenda[] = [];
  await until(`the week of ${start}`, signal, async () => {
    period = await context.askFor(owner, getPeriod, { id });
    agendas = (await context.askFor(owner, listAgendas, { period_id: id, limit: PAGE_SIZE_MAX, sort: 'asc' }))
      .data;
    const isMade = agendas.every(
      ({ generation_status: status }) => status !== 'queued' && status !== 'processing',
    );
    return period.digest_status === 'completed' && isMade;
  });
  return { period, agendas };
}

function metricsOf({ integration, monday }: DemoTeam): InputOf<typeof showMetrics> {
  const from = addDays(monday, -21);
  return {
    ...{
      integration_id: integration.id,
      of: 'integration',
      id: null,
      source: [],
      stage: [],
      team: [],
      type: 'all',
    },
    ...{ date_gte: `${from}T00:00:00.000Z`, date_lte: new Date().toISOString() },
  };
}

async function until(what: string, signal: AbortSignal, condition: () => Promise<boolean>): Promise<void> {
  if (!(await pollUntil(condition, { intervalMs: POLL_MS, timeoutMs: PATIENCE_MS, signal })))
    throw new Error(`${what} was not ready after ${PATIENCE_MS / 1000} s`);
}
