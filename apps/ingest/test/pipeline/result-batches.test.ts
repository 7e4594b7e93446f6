import { isHeld } from '@debrief/database/leased-work';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import t from 'tap';
import { failRecordings } from '../../src/pipeline/fail-recordings.ts';
import { markAnalyzed } from '../../src/pipeline/mark-analyzed.ts';
import type { Tables } from '../../src/tables.ts';
import { storeTranscripts } from '../../src/work/store-transcripts.ts';
import { work } from '../../src/work/work-settings.ts';
import { change, ingestDatabase, type RecordingRow, rowOf, transcript } from '../fixtures/ingest-database.ts';
import { analysisOf, failureOf, pipelineOf } from '../fixtures/pipeline.ts';
import { settings } from '../fixtures/work.ts';

const { db } = await ingestDatabase(t);
const { inTransaction, claimed, claimedTogether, transcribed, completions } = pipelineOf(db);

async function analyzing() {
  const recording = await claimed();
  await transcribed(recording.row);
  return recording;
}

t.test('a batch advances each of its recordings once, and ignores stale results', async (t) => {
  const [one, two, old] = [await analyzing(), await analyzing(), await analyzing()];
  await change(db, old.row, { attempt: 2 });
  const analyses = [two, one, old, two].map(({ row }) => analysisOf(row));
  t.equal(await inTransaction((tx) => markAnalyzed(tx, analyses)), 2);
  for (const recording of [one, two]) t.equal((await completions(recording)).length, 1);
  t.match(await rowOf(db, old.row), { status: 'ANALYZING' });

  const [three, four] = [await analyzing(), await analyzing()];
  const failures = [three, one, four, three].map(({ row }) => failureOf(row));
  t.equal(await inTransaction((tx) => failRecordings(tx, failures)), 2);
  t.match(await rowOf(db, four.row), { status: 'FAILED', error: { code: 'analysis_failed' } });
});

t.test('batches with recordings in common do not deadlock in any order', async (t) => {
  const rows = (await claimedTogether(150)).map(({ row }) => row);
  const transcripts = rows.map((row: RecordingRow) => ({
    integration_id: row.integration_id,
    recording_id: row.id,
    attempt: row.attempt,
    transcript: transcript(),
  }));
  const analyses = rows.map((row) => analysisOf(row)).toReversed();
  // Row after row by index, as of a table too large to hash.
  const byIndex = (body: (tx: Tx<Tables>) => Promise<number>) =>
    inTransaction(async (tx) => {
      await sql`set local enable_hashjoin = off`.execute(tx);
      await sql`set local enable_mergejoin = off`.execute(tx);
      await sql`set local enable_seqscan = off`.execute(tx);
      return body(tx);
    });
  const store = (of: typeof transcripts) =>
    byIndex(async (tx) => {
      await storeTranscripts(tx, settings, of, isHeld(work));
      return 0;
    });
  const finished = await Promise.all([
    store(transcripts),
    byIndex((tx) => markAnalyzed(tx, analyses)),
    store(transcripts.toReversed()),
    byIndex((tx) => markAnalyzed(tx, analyses.toReversed())),
  ]);
  finished.push(await byIndex((tx) => markAnalyzed(tx, analyses)));
  t.equal(
    finished.reduce((sum, count) => sum + count),
    150,
  );
});
