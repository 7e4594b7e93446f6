import type { Erasure } from '@debrief/contracts/events/erasures';
import type { correctTranscript as correctOperation } from '@debrief/contracts/operations/corrections';
import type {
  beginErasure as beginOperation,
  eraseRecording as eraseOperation,
} from '@debrief/contracts/operations/erasures';
import type {
  findSubmission as findOperation,
  getCall as getOperation,
  listCalls as listOperation,
  submitRecording as submitOperation,
} from '@debrief/contracts/operations/ingest';
import { recordErasure } from '@debrief/database/erasures';
import { transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { getCall } from '../../src/calls/get-call.ts';
import { listCalls } from '../../src/calls/list-calls.ts';
import { correctTranscript } from '../../src/corrections/correct-transcript.ts';
import { beginErasure } from '../../src/erasures/begin-erasure.ts';
import { eraseRecording } from '../../src/erasures/erase-recording.ts';
import { eraseSubject } from '../../src/erasures/erase-subject.ts';
import { findSubmission } from '../../src/recordings/find-submission.ts';
import { submitRecording } from '../../src/recordings/submit-recording.ts';
import { submitTranscript } from '../../src/recordings/submit-transcript.ts';
import { transcriptView } from '../../src/recordings/transcript-view.ts';
import {
  ask,
  heard,
  ingestDatabase,
  rowOf,
  sentOf,
  submission,
  submitted,
  tenant,
  transcript,
} from '../fixtures/ingest-database.ts';
import { settings, workerOf } from '../fixtures/work.ts';

const { db } = await ingestDatabase(t);
const worker = workerOf(db);
const nothing = () => {};
type Caller = ReturnType<typeof tenant>;

function erasureOf(
  caller: Caller,
  kind: Erasure['kind'],
  subject_id: string,
  change: Partial<Erasure> = {},
): Erasure {
  const { integration_id } = caller;
  return {
    erasure_id: uuidv7(),
    integration_id,
    kind,
    subject_id,
    with_recordings: kind !== 'user',
    words: [],
    ...change,
  };
}

const open = (erasure: Erasure) => ({ ...erasure, is_settled: false });

/** All batches. @returns how many. */
async function eraseAll(erasure: Erasure): Promise<number> {
  await recordErasure(db, erasure);
  for (let batches = 0; ; batches += 1) {
    const round = await transaction(db, (tx) => eraseSubject(settings)(tx, open(erasure)));
    if (round === 'done') return batches;
  }
}

async function countOf(table: string, caller: Caller): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where integration_id = ${caller.integration_id}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** The claim of this recording; what other tests have left is claimed beside it. */
async function claimOf({ id }: { id: string }) {
  const claimed = await worker.claim({ places: 64 });
  return claimed.find(({ recording }) => recording.recording_id === id)?.recording as never;
}

const get = (caller: Caller, id: string) =>
  ask<typeof getOperation>(getCall(db), [{ caller, input: { kind: 'call', by: 'id', value: id } }]);
const erase = (caller: Caller, input: object) =>
  ask<typeof eraseOperation>(eraseRecording(db, nothing), [{ caller, input: input as never }]);

/** With a transcript and its request, as when coaching has not said anything yet. */
async function analyzing(caller: Caller, text: string, change = {}) {
  const row = await submitted(db, caller, change);
  await worker.finish(await claimOf(row), text);
  return row;
}

t.test(
  'a recording is gone with its transcript and its requests, by any of its identifiers, once',
  async (t) => {
    const caller = tenant();
    const row = await analyzing(caller, 'hello');
    t.equal((await sentOf(db, caller)).length, 1);
    t.strictSame(await erase(tenant(), { kind: 'call', by: 'id', value: row.id }), ['CALL_NOT_FOUND']);
    t.strictSame(await erase(caller, { kind: 'roleplay', by: 'id', value: row.id }), ['ROLEPLAY_NOT_FOUND']);
    const input = { kind: 'call', by: 'external_recording_id', value: row.external_recording_id };
    const [erasure] = await erase(caller, input);
    t.match(erasure, { kind: 'recording', subject_id: row.id, words: [] });
    t.strictSame(await erase(caller, input), ['CALL_NOT_FOUND']);
    for (const table of ['recordings', 'transcripts', 'transcript_parts', 'reruns'])
      t.equal(await countOf(table, caller), 0, table);
    t.strictSame(await sentOf(db, caller), []);
    const { rows } = await sql<{ payload: object }>`
    select payload from outbox where subject = 'erasure.requested' and payload ->> 'integration_id' = ${caller.integration_id}
  `.execute(db);
    t.strictSame(rows, [{ payload: erasure }]);
    const again = await submitted(db, caller, { recording_id: row.external_recording_id });
    t.not(again.id, row.id, 'the same recording_id is another recording from now on');
  },
);

t.test('the worker that has it is told so', async (t) => {
  const caller = tenant();
  const row = await submitted(db, caller);
  const work = await claimOf(row);
  await erase(caller, { kind: 'call', by: 'id', value: row.id });
  t.equal(await worker.renew(work), false);
  t.equal(await worker.finish(work), false);
  t.equal(await countOf('transcripts', caller), 0);
});

t.test(
  'nobody reads the recordings of an erased contact, or stores another, before they are deleted',
  async (t) => {
    const caller = tenant();
    const row = await submitted(db, caller);
    const other = await submitted(db, caller);
    const { integration_id: _, ...begun } = erasureOf(caller, 'contact', row.contact_id);
    await ask<typeof beginOperation>(beginErasure(db, nothing), [{ caller, input: begun }]);
    t.strictSame(await get(caller, row.id), ['CALL_NOT_FOUND']);
    const page = { limit: 10, sort: 'asc' as const };
    const [list] = await ask<typeof listOperation>(listCalls(db), [{ caller, input: page }]);
    t.strictSame(
      (list as { data: { id: string }[] }).data.map(({ id }) => id),
      [other.id],
    );
    const find = { caller, input: { recording_id: row.external_recording_id } };
    t.strictSame(await ask<typeof findOperation>(findSubmission(db), [find]), [null]);
    t.equal(await countOf('recordings', caller), 2);

    const late = submission({ contact_id: row.contact_id });
    const same = submission({ recording_id: row.external_recording_id });
    for (const input of [late, same])
      t.strictSame(await ask<typeof submitOperation>(submitRecording(db, nothing), [{ caller, input }]), [
        'UNAVAILABLE',
      ]);
    const { recording_url: __, duration_seconds: ___, ...words } = late;
    await t.rejects(
      submitTranscript(db, settings, nothing)
        .handler([{ caller, input: { ...words, transcript: transcript() } }] as never)
        .then(([outcome]) => Promise.reject((outcome as { error: Error }).error)),
      { message: 'UNAVAILABLE' },
    );
    t.equal(await countOf('recordings', caller), 2);
  },
);

for (const kind of ['contact', 'user'] as const) {
  t.test(`all recordings of a ${kind} go, in batches, and no other`, async (t) => {
    const caller = tenant();
    const id = uuidv7();
    const input = () => submission({ [`${kind}_id`]: id, kind: Math.random() < 0.5 ? 'call' : 'roleplay' });
    const items = Array.from({ length: 150 }, () => ({ caller, input: input() }));
    await ask<typeof submitOperation>(submitRecording(db, nothing), items);
    await submitted(db, caller);
    await submitted(db, tenant(), { [`${kind}_id`]: id });
    t.equal(await eraseAll(erasureOf(caller, kind, id, { with_recordings: true })), 2);
    t.equal(await countOf('recordings', caller), 1);
  });
}

t.test('a removed user leaves recordings without the name, also where it is said', async (t) => {
  const caller = tenant();
  const row = await analyzing(caller, 'This is Ada, Ada Agent, and I will ask.');
  await sql`update recordings set status = 'COMPLETED', progress = 100, finished_at = now() where id = ${row.id}`.execute(
    db,
  );
  const other = await submitted(db, caller);
  const body = JSON.stringify(transcriptView(row.id, heard('This is Ada, Ada Agent, and I will ask.')));
  await sql`update transcripts set body = ${body} where recording_id = ${row.id}`.execute(db);
  const erasure = erasureOf(caller, 'user', row.user_id, { words: ['Ada A. Agent', 'ada@example.com'] });
  t.equal(await eraseAll(erasure), 1);
  const left = await rowOf(db, row);
  t.match(left, {
    user_id: row.user_id,
    external_user_id: row.user_id,
    user_name: 'Agent',
    status: 'COMPLETED',
    attempt: row.attempt,
  });
  t.match(await rowOf(db, other), { user_name: 'Ada Agent' }, 'of another user of that name');
  const { rows } = await sql<{ transcript: object; body: string }>`
    select transcript, body from transcripts where recording_id = ${row.id}`.execute(db);
  t.notMatch(JSON.stringify(rows[0]), /\bAda\b/);
  t.notOk(JSON.stringify(rows[0]?.transcript).includes('words'));
  t.match(rows[0]?.transcript, { speakers: { agent: 'Agent', contact: 'Carl Contact' } });
  t.match(JSON.parse(rows[0]?.body ?? ''), {
    segments: [
      {
        speaker: 'Agent',
        text: 'This is [erased], [erased], and I will ask.',
        words: [
          { text: 'This' },
          { text: 'is', end_time: 0.2 },
          { text: '[erased], [erased],', start_time: 0.2, end_time: 0.5 },
          { text: 'and' },
          ...['I', 'will', 'ask.'].map((text) => ({ text })),
        ],
      },
      { speaker: 'Carl Contact' },
    ],
  });
  t.equal(await eraseAll(erasure), 0);
});

t.test('of a removed user neither what was heard nor what was corrected keeps the name', async (t) => {
  const caller = tenant();
  const row = await analyzing(caller, 'This is Ada.');
  const said = heard('This is Ada, called Mimi.');
  const renamed = { ...said, speakers: { ...said.speakers, agent: 'Mimi Agent' } };
  await sql`
    update transcripts set transcript = ${JSON.stringify(renamed)}::json, revision = 1,
      body = ${JSON.stringify(transcriptView(row.id, renamed))}, original = ${JSON.stringify(said)}::json
    where recording_id = ${row.id}
  `.execute(db);
  await sql`update recordings set status = 'COMPLETED', progress = 100, finished_at = now() where id = ${row.id}`.execute(
    db,
  );
  await eraseAll(erasureOf(caller, 'user', row.user_id, { words: ['Ada Agent'] }));
  const { rows } = await sql<{ original: object }>`
    select transcript, body, original from transcripts where recording_id = ${row.id}`.execute(db);
  t.notMatch(JSON.stringify(rows[0]), /Ada|Mimi/);
  t.match(rows[0]?.original, { segments: [{ text: 'This is [erased], called [erased].', words: Array }] });

  const correct = async (revision: number, text: string) => {
    const change = { kind: 'line' as const, segment_index: 0, text, role: 'agent' as const };
    const input = { recording_id: row.id, revision, change };
    return (await ask<typeof correctOperation>(correctTranscript(db), [{ caller: admin, input }]))[0];
  };
  const admin = { ...caller, actor: { kind: 'user' as const, id: 'ada', from: '192.0.2.7' } };
  const before = 'This is Ada, called Mimi, indeed.';
  t.equal(await correct(1, before), 'TRANSCRIPT_CHANGED', 'a form that was opened before says the name');
  t.strictSame(await correct(2, 'This is me.'), { revision: 3 });
});

t.test('work that knows the name of a removed user begins anew, and its results are refused', async (t) => {
  const caller = tenant();
  const user_id = uuidv7();
  const waits = await analyzing(caller, 'This is Ada.', { user_id });
  const held = await submitted(db, caller, { user_id });
  const work = await claimOf(held);
  await eraseAll(erasureOf(caller, 'user', user_id));
  t.match(await rowOf(db, held), { status: 'QUEUED', attempt: 2, user_name: 'Agent', claimed_at: null });
  t.equal(await worker.finish(work), false);
  t.match(await rowOf(db, waits), { status: 'ANALYZING', attempt: 2 });
  const requests = (await sentOf(db, caller)).filter(({ subject }) => subject === 'recording.transcribed');
  t.match(requests, [
    {
      payload: {
        recording: { attempt: 2, user_name: 'Agent', external_user_id: user_id },
        transcript: { segments: [{ text: 'This is [erased].' }] },
      },
    },
  ]);
  t.equal(requests.length, 1);
});
