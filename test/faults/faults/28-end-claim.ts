import type { Arena, Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';

/** Long enough for `debrief recordings retry` on a busy machine, and less than a worker waits for progress. */
const WINDOW_SECONDS = 30;
const settings = () => ({ LEASE_SECONDS: '60' });

interface Row {
  readonly id: string;
  readonly external_recording_id: string;
}

/** Of the worker; each has an engine that listens. */
const PLACES = 2;

/** An engine that has not begun yet would take the time of the next ones. */
async function untilListening({ stack, until, sleep }: Arena): Promise<void> {
  const before = stack.engine.calls();
  await until('engines listen', 60, () => stack.engine.calls() >= before + PLACES);
  await sleep(1);
}

/** Those of the load that a worker holds and transcribes. */
async function transcribing({ stack, load }: Arena): Promise<Row[]> {
  return (await stack.postgres.query(
    `select id, external_recording_id from ingest.recordings
     where status = 'TRANSCRIBING' and claimed_at is not null and external_recording_id = any ($1)`,
    [load.recordings.map(({ recordingId }) => recordingId)],
  )) as Row[];
}

export const endClaim: readonly Fault[] = [
  {
    row: '28a',
    does: 'recordings that are transcribed are retried; their claims end, the old results are refused, the new attempts complete',
    settings,
    load: ({ audio }) => ({ recordings: repeated(4, audio.short), overSeconds: 0 }),
    prepare: async ({ stack }) => stack.engine.takes(WINDOW_SECONDS),
    async inject(arena) {
      const { stack, moment, note, broken } = arena;
      await untilListening(arena);
      await moment(1);
      stack.engine.takes(0.3);
      const rows = await transcribing(arena);
      if (rows.length === 0) broken('the fault missed: nothing is transcribed');
      await Promise.all(
        rows.map(async ({ id }) => {
          const { attempt, status } = JSON.parse(await stack.cli('recordings', 'retry', id));
          if (attempt !== 2 || status !== 'QUEUED') broken(`a retry made it ${status} as attempt ${attempt}`);
        }),
      );
      note(`${rows.length} retried`);
    },
    async check({ stack, load, broken }) {
      const rows = await stack.postgres.query(
        'select attempt from ingest.recordings where external_recording_id = any ($1)',
        [load.recordings.map(({ recordingId }) => recordingId)],
      );
      if (rows.some(({ attempt }) => attempt > 2))
        broken(`a retried recording was claimed again: ${JSON.stringify(rows)}`);
    },
  },
  {
    row: '28b',
    does: 'recordings that are transcribed are removed and submitted again; the old results are refused, the new calls complete',
    settings,
    load: ({ audio }) => ({ recordings: repeated(4, audio.short), overSeconds: 0 }),
    prepare: async ({ stack }) => stack.engine.takes(WINDOW_SECONDS),
    async inject(arena) {
      const { stack, load, audio, moment, note, broken } = arena;
      await untilListening(arena);
      await moment(1);
      stack.engine.takes(0.3);
      const rows = await transcribing(arena);
      if (rows.length === 0) broken('the fault missed: nothing is transcribed');
      for (const { id, external_recording_id } of rows) {
        await load.submitAgain(external_recording_id, audio.short, async () => {
          await stack.postgres.query('delete from ingest.recordings where id = $1', [id]);
          await stack.postgres.query('delete from analytics.call_facts where recording_id = $1', [id]);
        });
      }
      note(`${rows.length} removed and submitted again`);
    },
  },
];
