import { parseAudioKey } from '@debrief/audio-store/audio-key';
import type { InputOf } from '@debrief/contracts/define';
import { recordingSubmitted, recordingTranscribed } from '@debrief/contracts/events/recording';
import type {
  submitTranscript as operation,
  getTranscript as readOperation,
} from '@debrief/contracts/operations/ingest';
import { sql } from 'kysely';
import t from 'tap';
import { recordIntegration } from '../../src/integrations/record-integration.ts';
import { markAnalyzed } from '../../src/pipeline/mark-analyzed.ts';
import { getTranscript } from '../../src/recordings/get-transcript.ts';
import { retryRecording } from '../../src/recordings/retry-recording.ts';
import { submitTranscript } from '../../src/recordings/submit-transcript.ts';
import {
  ask,
  change,
  ended,
  heard,
  operator,
  type RecordingRow,
  rowOf,
  submission,
  submitted,
  tenant,
  transcript,
} from '../fixtures/ingest-database.ts';
import { analysisOf } from '../fixtures/pipeline.ts';
import { settings, workDatabase } from '../fixtures/work.ts';

const { db, worker } = await workDatabase(t);
type Op = typeof operation;
let relayed = 0;
const { id: storeId } = await db.selectFrom('audio_store').select('id').executeTakeFirstOrThrow();
const emitted = () => {
  relayed += 1;
};
const handler = submitTranscript(db, settings, emitted, { days: 30, storeId });

function input(text = 'hello', change: Partial<ReturnType<typeof submission>> = {}) {
  const { recording_url: _, duration_seconds: __, ...rest } = submission(change);
  return { ...rest, transcript: transcript(text) };
}

type Given = ReturnType<typeof input> & Pick<InputOf<Op>, 'audio'>;

async function submit(caller: ReturnType<typeof tenant>, given: Given = input()) {
  const [answer] = await ask<Op>(handler, [{ caller, input: given }]);
  return answer as Exclude<typeof answer, string | undefined>;
}

function rowsOf({ integration_id }: Pick<RecordingRow, 'integration_id'>) {
  return db.selectFrom('recordings').selectAll().where('integration_id', '=', integration_id).execute();
}

async function eventsOf({ integration_id }: Pick<RecordingRow, 'integration_id'>) {
  const { rows } = await sql<{ subject: string; attempt: number; text: string | null }>`
    select subject, coalesce(payload #>> '{recording,attempt}', payload #>> '{recordings,0,attempt}')::integer as attempt,
      payload #>> '{transcript,segments,0,text}' as text
    from outbox
    where ${integration_id} in (
      payload #>> '{recording,integration_id}', payload #>> '{recordings,0,integration_id}'
    )
    order by id
  `.execute(db);
  return rows;
}

t.test('a transcript is stored as a recording without audio, and its analysis is asked for', async (t) => {
  const caller = tenant();
  const before = relayed;
  const given = input('hello there', { occurred_at: '2026-11-19T08:30:00Z' });
  const answer = await submit(caller, given);
  t.equal(answer.status, 'ANALYZING');
  t.equal(relayed, before + 1);
  const [row] = await rowsOf(caller);
  t.match(row, {
    ...{
      external_recording_id: given.recording_id,
      call_event_id: answer.call_event_id,
      recording_url: null,
    },
    ...{ duration_seconds: 61.25, status: 'ANALYZING', progress: 65, attempt: 1, claimed_at: null },
    ...{ user_id: given.user_id, contact_id: given.contact_id, occurred_at: '2026-11-19T08:30:00.000000Z' },
  });
  t.ok(row?.transcribed_at);
  t.ok(row?.due_at, 'asked for again when nobody answers');
  t.strictSame(await eventsOf(caller), [
    { subject: recordingSubmitted.subject, attempt: 1, text: null },
    { subject: recordingTranscribed.subject, attempt: 1, text: 'hello there' },
  ]);
});

t.test('no worker gets it, and it completes with its analysis', async (t) => {
  const caller = tenant();
  await submit(caller);
  const [row] = (await rowsOf(caller)) as [RecordingRow];
  const claimed = await worker.claim({ places: 100 });
  t.notOk(JSON.stringify(claimed).includes(row.id));
  await db.transaction().execute((tx) => markAnalyzed(tx, [analysisOf(row)]));
  t.match(await rowOf(db, row), { status: 'COMPLETED', progress: 100 });
  const [read] = await ask<typeof readOperation>(getTranscript(db), [
    { caller, input: { kind: 'call', by: 'id', value: row.id } as never },
  ]);
  t.match(read, { duration_seconds: 61.25, segments: [{ text: 'hello' }, { text: 'hi' }] });
});

t.test('the same recording_id again changes nothing', async (t) => {
  const caller = tenant();
  const given = input();
  const first = await submit(caller, given);
  const before = await rowsOf(caller);
  t.strictSame(await submit(caller, { ...given, transcript: transcript('other') }), first);
  t.strictSame(await rowsOf(caller), before);
  t.equal((await eventsOf(caller)).length, 2);
});

t.test(
  'a recording with audio keeps it: a transcript of the same recording_id changes nothing',
  async (t) => {
    const caller = tenant();
    const row = await submitted(db, caller, { recording_id: 'with-audio' });
    const answer = await submit(caller, input('hello', { recording_id: 'with-audio' }));
    t.strictSame(answer, { call_event_id: row.call_event_id, status: 'QUEUED' });
    t.strictSame(await rowOf(db, row), row);
    t.strictSame(await eventsOf(caller), []);
  },
);

t.test('one that FAILED is analysed again with the new transcript', async (t) => {
  const caller = tenant();
  const given = input();
  await submit(caller, given);
  const [row] = (await rowsOf(caller)) as [RecordingRow];
  await change(db, row, ended.failed);
  const answer = await submit(caller, { ...given, transcript: transcript('again') });
  t.strictSame(answer, { call_event_id: row.call_event_id, status: 'ANALYZING' });
  t.match(await rowOf(db, row), { attempt: 2, error: null, finished_at: null });
  t.strictSame((await eventsOf(caller)).at(-1), {
    subject: recordingTranscribed.subject,
    attempt: 2,
    text: 'again',
  });
});

t.test('a retry of one that FAILED keeps its transcript, which is all there is', async (t) => {
  const caller = tenant();
  await submit(caller);
  const [row] = (await rowsOf(caller)) as [RecordingRow];
  await change(db, row, ended.failed);
  const [state] = await ask(
    retryRecording(db, settings, () => {}),
    [{ caller: operator, input: { id: row.id } }] as never,
  );
  t.match(state, { status: 'ANALYZING', attempt: 2, error: null });
  t.strictSame((await eventsOf(caller)).at(-1), {
    subject: recordingTranscribed.subject,
    attempt: 2,
    text: 'hello',
  });
});

t.test('a transcript that is stored while the same one is being stored is one recording', async (t) => {
  const caller = tenant();
  const given = input();
  const answers = await Promise.all([submit(caller, given), submit(caller, given), submit(caller, given)]);
  t.equal(new Set(answers.map(({ call_event_id }) => call_event_id)).size, 1);
  t.equal((await rowsOf(caller)).length, 1);
  t.equal(
    (await eventsOf(caller)).filter(({ subject }) => subject === recordingTranscribed.subject).length,
    1,
  );
});

t.test('audio that is given with a transcript has a name where it is kept', async (t) => {
  const caller = tenant();
  const audio = { bytes: 9, duration_seconds: 2, peaks: ['AAA=', 'AQI='] };
  const given = { ...input(), audio };
  const { audio_key } = (await submit(caller, given)) as { audio_key: string };
  const [row] = (await rowsOf(caller)) as [RecordingRow];
  t.match(parseAudioKey(audio_key), {
    ...{ integration_id: caller.integration_id, recording_id: row.id, attempt: 1 },
  });
  t.match(await submit(caller, given), { audio_key }, 'given again it goes to the same place');
  const where = ['integration_id', '=', caller.integration_id] as const;
  const kept = () =>
    db
      .selectFrom('audio')
      .selectAll()
      .where(...where)
      .execute();
  t.match(await kept(), [{ recording_id: row.id, key: audio_key, duration_seconds: 2, fault: null }]);
  t.equal((await rowOf(db, row)).audio_asked, true, 'it is deleted with the recording');
});

t.test('audio is not kept where none is to be, nor where a card number is said in it', async (t) => {
  const audio = { bytes: 9, duration_seconds: 2, peaks: ['AAA='] };
  const [silent, paying] = [tenant(), tenant()];
  const { integration_id } = silent;
  const settings = { text_days: null, audio_days: 0, removes_card_numbers: true };
  await recordIntegration(db, { integration_id, version: 1, ...settings } as never);
  t.match(await submit(silent, { ...input(), audio }), { audio_key: null });
  const said = 'It is 4111 1111 1111 1111';
  t.match(await submit(paying, { ...input(said), transcript: heard(said), audio }), { audio_key: null });
  t.equal((await rowsOf(paying)).length, 1);
});

t.test('card numbers are in no row and no event, unless the integration keeps them', async (t) => {
  const said = 'It is 4111 1111 1111 1111, twelve twenty six, one two three';
  const stored = async (caller: ReturnType<typeof tenant>) => {
    await submit(caller, { ...input(said), transcript: heard(said) });
    const { rows } = await sql<{ all: string }>`
      select concat((select json_agg(t) from transcripts t where integration_id = ${caller.integration_id}),
        (select json_agg(payload) from outbox where payload::text like ${`%${caller.integration_id}%`})) as all
    `.execute(db);
    return rows[0]?.all ?? '';
  };
  const [caller, keeping] = [tenant(), tenant()];
  const removed = 'It is [card number], twelve twenty six, [security code]';
  t.equal((await eventsOf(caller)).length, 0);
  const all = await stored(caller);
  t.equal(all.split(removed).length - 1, 3, 'in the transcript, as it is read, and in the event');
  t.notMatch(all, /1111|one two three/);
  const { integration_id } = keeping;
  const kept = { integration_id, version: 1, text_days: null, removes_card_numbers: false };
  await recordIntegration(db, kept as never);
  t.equal((await stored(keeping)).split(said).length - 1, 3);
});
