import { run } from 'graphile-worker';
import { figureColumns } from '../../../apps/analytics/src/tables.ts';
import { startAnalysisThreads } from '../../../apps/coaching/src/analyses/analysis-threads.ts';
import { analysisBody } from '../../../apps/coaching/src/analyses/analysis-view.ts';
import { loadRubrics } from '../../../apps/coaching/src/engines/load-rubrics.ts';
import { transcriptView } from '../../../apps/ingest/src/recordings/transcript-view.ts';
import { fixedTranscript } from '../fixed-transcript.ts';

/**
 * What Debrief's services do with a recording, as three chained jobs: the same writes, the same analysis on a thread,
 * and each job's end committed together with the next job.
 */
const transcript = fixedTranscript();
const setFigures = figureColumns.map((name) => `${name} = figures.${name}`).join(', ');
const rubricOf = loadRubrics();
const threads = startAnalysisThreads({ count: 1, log: console });

async function transcribe({ integration_id, id }, { withPgClient }) {
  const key = [integration_id, id];
  const recording = await withPgClient(async (client) => {
    const { rows } = await client.query(
      `update bench.recordings set status = 'DOWNLOADING', progress = 5, status_since = clock_timestamp()
       where integration_id = $1 and id = $2 returning *`,
      key,
    );
    return rows[0];
  });
  await withPgClient((client) =>
    client.query(
      `insert into bench.call_facts (integration_id, recording_id, organization_id, attempt, kind, status, user_id,
         contact_id, external_user_id, external_contact_id, ai_category, duration_seconds, source_id, occurred_at, created_date)
       select integration_id, id, organization_id, attempt, kind, 'PROCESSING', user_id, contact_id, external_user_id,
         external_contact_id, ai_category, duration_seconds, source_id, created_date, created_date
       from bench.recordings where integration_id = $1 and id = $2`,
      key,
    ),
  );
  await withPgClient((client) =>
    client.query(
      `update bench.recordings set status = 'TRANSCRIBING', progress = 10, status_since = clock_timestamp()
       where integration_id = $1 and id = $2`,
      key,
    ),
  );
  await inTransaction(withPgClient, async (client) => {
    await client.query(
      `update bench.recordings set status = 'ANALYZING', progress = 65, status_since = clock_timestamp(),
         transcribed_at = clock_timestamp()
       where integration_id = $1 and id = $2 and attempt = $3 and finished_at is null`,
      [...key, recording.attempt],
    );
    await client.query(
      `insert into bench.transcripts (integration_id, recording_id, attempt, transcript, body, created_date)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        ...[...key, recording.attempt, JSON.stringify(transcript)],
        ...[JSON.stringify(transcriptView(id, transcript)), recording.created_date],
      ],
    );
    await addJob(client, 'analyze', { integration_id, id });
  });
}

async function analyze({ integration_id, id }, { withPgClient }) {
  const { rows } = await withPgClient((client) =>
    client.query(
      `select r.*, t.transcript from bench.recordings r
       join bench.transcripts t on t.integration_id = r.integration_id and t.recording_id = r.id
       where r.integration_id = $1 and r.id = $2`,
      [integration_id, id],
    ),
  );
  const [recording] = rows;
  const { kind, incoming, created_date, ai_category, attempt } = recording;
  const context = { kind, incoming, occurred_at: created_date.toISOString(), category: ai_category };
  const { speech, ...result } = await threads.analyze({
    transcript: recording.transcript,
    rubric: rubricOf(recording),
    context,
  });
  const body = analysisBody(result);
  await inTransaction(withPgClient, async (client) => {
    await client.query(
      `insert into bench.analyses (integration_id, recording_id, analysis_id, attempt, kind, user_id, contact_id, occurred_at,
         recorded_date, rating, body)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)`,
      [
        ...[
          integration_id,
          id,
          recording.analysis_id,
          attempt,
          kind,
          recording.user_id,
          recording.contact_id,
        ],
        ...[created_date, body.rating?.outcome ?? null, JSON.stringify(body)],
      ],
    );
    await client.query(
      `insert into bench.speech (integration_id, recording_id, user_id, occurred_at, words, indicators, quotes)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        ...[integration_id, id, recording.user_id, created_date, speech.words],
        ...[JSON.stringify(speech.indicators), JSON.stringify(speech.quotes)],
      ],
    );
    await client.query(
      `update bench.call_facts set analyzed = true, rating = $3, outcomes = $4, objections = $5, ${setFigures}
       from json_populate_record(null::bench.call_facts, $6) as figures
       where call_facts.integration_id = $1 and call_facts.recording_id = $2`,
      [
        ...[integration_id, id, body.rating?.outcome ?? null, body.disposition.outcomes],
        ...[body.objections.kinds ?? [], JSON.stringify(body.conversation)],
      ],
    );
    await addJob(client, 'complete', { integration_id, id });
  });
}

async function complete({ integration_id, id }, { withPgClient }) {
  await inTransaction(withPgClient, async (client) => {
    await client.query(
      `update bench.call_facts set status = 'COMPLETED' where integration_id = $1 and recording_id = $2`,
      [integration_id, id],
    );
    await client.query(
      `update bench.recordings set status = 'COMPLETED', progress = 100, status_since = clock_timestamp(),
         finished_at = clock_timestamp()
       where integration_id = $1 and id = $2 and finished_at is null`,
      [integration_id, id],
    );
  });
}

function addJob(client, task, payload) {
  return client.query('select graphile_worker.add_job($1, $2)', [task, payload]);
}

function inTransaction(withPgClient, body) {
  return withPgClient(async (client) => {
    await client.query('begin');
    try {
      await body(client);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  });
}

const runner = await run({
  connectionString: process.env.DATABASE_URL,
  concurrency: Number(process.env.CONCURRENCY),
  maxPoolSize: 10,
  noHandleSignals: true,
  pollInterval: 1_000,
  taskList: { transcribe, analyze, complete },
});

// A round would wait for it until its time is over.
runner.events.on('job:error', ({ error }) => {
  console.error(error);
  process.exit(1);
});

async function stop() {
  await runner.stop();
  await threads.close();
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('disconnect', stop);
process.send({});
