import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import t from 'tap';
import { failRecordings } from '../../src/pipeline/fail-recordings.ts';
import { markAnalyzed } from '../../src/pipeline/mark-analyzed.ts';
import { storeTranscripts } from '../../src/pipeline/store-transcripts.ts';
import type { Tables } from '../../src/tables.ts';
import { change, ingestDatabase, rowOf, sentOf } from '../fixtures/ingest-database.ts';
import {
  analysisOf,
  failureOf,
  lease,
  pipelineOf,
  type Released,
  transcriptOf,
} from '../fixtures/pipeline.ts';

const { db } = await ingestDatabase(t);
const { inTransaction, released, releasedTogether, transcribed, analyzed, failed, textsOf, completions } =
  pipelineOf(db);

t.test('the work messages of a finished recording are deleted', async (t) => {
  const [completed, lost, busy] = [await released(), await released(), await released()];
  const subjectsOf = async ({ caller }: Released) => (await sentOf(db, caller)).map(({ subject }) => subject);
  t.same(await subjectsOf(busy), ['recording.submitted']);
  await transcribed(completed.row);
  await analyzed(completed.row);
  await failed(lost.row);
  t.same(await subjectsOf(completed), ['recording.completed']);
  t.same(await subjectsOf(lost), []);
  t.same(await subjectsOf(busy), ['recording.submitted']);
});

t.test('a batch advances each of its recordings once, and ignores stale results', async (t) => {
  const [one, two, old, analyzedFirst] = [
    await released(),
    await released(),
    await released(),
    await released(),
  ];
  await change(db, old.row, { attempt: 2 });
  await analyzed(analyzedFirst.row);
  const results = [
    transcriptOf(two.row, 'two'),
    transcriptOf(old.row, 'old'),
    transcriptOf(one.row, 'one'),
    transcriptOf(two.row, 'two'),
    transcriptOf(analyzedFirst.row, 'last'),
  ];
  t.equal(await inTransaction((tx) => storeTranscripts(tx, results, lease)), 1);
  t.same(await textsOf(analyzedFirst), ['last', 'hi']);
  t.match(await rowOf(db, old.row), { status: 'QUEUED', transcribed_at: null });

  const analyses = [one, two, old].map(({ row }) => analysisOf(row));
  t.equal(await inTransaction((tx) => markAnalyzed(tx, analyses, lease)), 2);
  t.same(
    [await textsOf(one), await textsOf(two)],
    [
      ['one', 'hi'],
      ['two', 'hi'],
    ],
  );
  for (const recording of [one, two, analyzedFirst]) t.equal((await completions(recording)).length, 1);

  const [three, four] = [await released(), await released()];
  const failures = [three, one, four, three].map(({ row }) => failureOf(row));
  t.equal(await inTransaction((tx) => failRecordings(tx, failures)), 2);
  t.match(await rowOf(db, four.row), { status: 'FAILED', error: { code: 'audio_empty' } });
});

t.test('batches with recordings in common do not deadlock in any order', async (t) => {
  const rows = await releasedTogether(150);
  const transcripts = rows.map((row) => transcriptOf(row));
  const analyses = rows.map((row) => analysisOf(row)).toReversed();
  // Row after row by index, as of a table too large to hash.
  const byIndex = (body: (tx: Tx<Tables>) => Promise<number>) =>
    inTransaction(async (tx) => {
      await sql`set local enable_hashjoin = off`.execute(tx);
      await sql`set local enable_mergejoin = off`.execute(tx);
      await sql`set local enable_seqscan = off`.execute(tx);
      return body(tx);
    });
  const finished = await Promise.all([
    byIndex((tx) => storeTranscripts(tx, transcripts, lease)),
    byIndex((tx) => markAnalyzed(tx, analyses, lease)),
    byIndex((tx) => storeTranscripts(tx, transcripts.toReversed(), lease)),
    byIndex((tx) => markAnalyzed(tx, analyses.toReversed(), lease)),
  ]);
  t.equal(
    finished.reduce((sum, count) => sum + count),
    150,
  );
});
