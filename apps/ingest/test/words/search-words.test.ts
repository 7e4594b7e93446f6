import type {
  listCallOverviews as listOperation,
  submitTranscript as submitOperation,
} from '@debrief/contracts/operations/ingest';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { listCallOverviews } from '../../src/calls/list-calls.ts';
import { submitTranscript } from '../../src/recordings/submit-transcript.ts';
import { fillWords } from '../../src/words/fill-words.ts';
import { ask, submission, tenant, transcript } from '../fixtures/ingest-database.ts';
import { settings, workDatabase } from '../fixtures/work.ts';

const { db } = await workDatabase(t);
const handler = submitTranscript(db, settings, () => {});

async function said(caller: ReturnType<typeof tenant>, text: string, change: object = {}): Promise<string> {
  const { recording_url: _, duration_seconds: __, ...rest } = submission(change);
  const input = { ...rest, transcript: transcript(text) };
  await ask<typeof submitOperation>(handler, [{ caller, input }]);
  return input.recording_id;
}

async function find(caller: ReturnType<typeof tenant>, words: string, more: object = {}) {
  const input = { limit: 10, sort: 'desc' as const, words, ...more };
  const [answer] = await ask<typeof listOperation>(listCallOverviews(db), [{ caller, input }]);
  if (answer === undefined || typeof answer === 'string') throw new Error(answer);
  const { data, next } = answer as Exclude<typeof answer, string>;
  return { ids: data.map(({ call }) => call.external_recording_id), data, next };
}

t.test('the words of transcripts that were there before are stored in batches', async (t) => {
  const caller = tenant();
  const ids: string[] = [];
  for (let call = 0; call < 60; call += 1) ids.push(await said(caller, 'an elephant in the room'));
  await sql`delete from call_words`.execute(db);
  t.same((await find(caller, 'elephants')).ids, []);
  await sql`insert into words_filling default values`.execute(db);
  const rounds: string[] = [];
  while (rounds.at(-1) !== 'done' && rounds.length < 10) rounds.push(await fillWords(db));
  t.same(rounds, ['more', 'more', 'done']);
  t.equal(await fillWords(db), 'done');
  const { rows } = await sql`select from call_words where integration_id = ${caller.integration_id}`.execute(
    db,
  );
  t.equal(rows.length, ids.length);
});

t.test('pages of what is found go on without a gap, over days and in both directions', async (t) => {
  const caller = tenant();
  for (let call = 0; call < 7; call += 1) await said(caller, 'one more giraffe');
  const { integration_id } = caller;
  await sql`
    update recordings set created_date = created_date - (right(external_recording_id, 1)::integer % 3) * interval '1 day'
    where integration_id = ${integration_id}
  `.execute(db);
  await sql`
    update call_words w set created_date = r.created_date, day = day_of(r.created_date)
    from recordings r where r.integration_id = ${integration_id} and r.id = w.recording_id
  `.execute(db);
  for (const sort of ['asc', 'desc'] as const) {
    const ids: string[] = [];
    let after: object = {};
    for (;;) {
      const page = await find(caller, 'giraffe', { limit: 3, sort, ...after });
      ids.push(...page.ids);
      if (page.next === null) break;
      after = { after: page.next };
    }
    const { rows } = await sql<{ id: string }>`
      select external_recording_id as id from recordings where integration_id = ${integration_id}
      order by created_date ${sql.raw(sort)}, id ${sql.raw(sort)}
    `.execute(db);
    t.same(
      ids,
      rows.map(({ id }) => id),
      sort,
    );
  }
});

t.test('a call that is moved to another agent is found as theirs', async (t) => {
  const caller = tenant();
  const [before, after] = [uuidv7(), uuidv7()];
  const id = await said(caller, 'a zebra', { user_id: before });
  await sql`update recordings set user_id = ${after} where external_recording_id = ${id}`.execute(db);
  t.same((await find(caller, 'zebra', { user_id: before })).ids, []);
  t.same((await find(caller, 'zebra', { user_id: after })).ids, [id]);
});

t.test('a transcript is changed together with its words', async (t) => {
  const caller = tenant();
  const id = await said(caller, 'a walrus');
  await sql`
    update transcripts set transcript = replace(transcript::text, 'walrus', 'seal')::json
    where integration_id = ${caller.integration_id}
  `.execute(db);
  t.same((await find(caller, 'walrus')).ids, []);
  t.same((await find(caller, 'seal')).ids, [id]);
  await sql`delete from transcripts where integration_id = ${caller.integration_id}`.execute(db);
  t.same((await find(caller, 'seal')).ids, []);
});

t.test(
  'a transcript of which every character takes most room is stored, and its beginning is found',
  async (t) => {
    const caller = tenant();
    const letter = (index: number) => String.fromCodePoint(0x20000 + index);
    const words = Array.from(
      { length: 60_000 },
      (_, n) => letter(n % 256) + letter((n >> 8) % 256) + letter(n >> 4),
    );
    const id = await said(caller, words.join(' '));
    t.same((await find(caller, words[7] ?? '')).ids, [id]);
  },
);

t.test('the sentence with the words is shown, in whatever form they were said', async (t) => {
  const caller = tenant();
  await said(caller, 'They are LYING, for happiness, 100% of it is under_scored, until ÉTÉ, like the skies');
  for (const [words, shown] of [
    ['lie', 'LYING'],
    ['happy', 'happiness'],
    ['the sky', 'skies'],
    ['été', 'ÉTÉ'],
    ['100', '100'],
    ['under_scored', 'scored'],
  ] as const) {
    const { data } = await find(caller, words);
    t.match(data[0]?.found?.text, `\ue000${shown}\ue001`, words);
  }
});

t.test('marks in what was said are none in what is shown', async (t) => {
  const caller = tenant();
  await said(caller, 'a \ue000hidden\ue001 ostrich');
  const { data } = await find(caller, 'ostrich');
  t.match(data[0]?.found?.text, 'a hidden \ue000ostrich\ue001');
});

t.test('a text that Postgres cannot hold is stored, and found by no word', async (t) => {
  const caller = tenant();
  for (const text of ['a \u0000 flamingo', 'half \ud83d a flamingo']) await said(caller, text);
  const { rows } = await sql`
    select from transcripts where integration_id = ${caller.integration_id}
  `.execute(db);
  t.equal(rows.length, 2);
  t.same((await find(caller, 'flamingo')).ids, []);
});
