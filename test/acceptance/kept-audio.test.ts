import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { awaitErasure } from './harness/await-erasure.ts';
import { withDatabase } from './harness/database.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { convertSample, serveRecordings } from './harness/recordings.ts';
import { searchFiles, searchTables } from './harness/search-everything.ts';
import { submit } from './harness/submissions.ts';

/** A sentence: recognising a second of speech takes half a second of computing. */
const SECONDS = 1.3;
const debrief = await sharedDebrief(t);
const folder = t.testdir({});
const file = await convertSample(folder, 'call.mp3', '-ss', '1.85', '-t', String(SECONDS));
const host = await serveRecordings(t, { '/call.mp3': { file } });
const kept = join(debrief.dataDir, 'audio');
const SERVERS = new Set(['postgres', 'nats', 'logs']);

/** A call whose audio is kept. */
async function called(integration: Awaited<ReturnType<typeof debrief.createIntegration>>) {
  const { call_event_id } = await submit(integration.api, { recording_url: `${host}/call.mp3` });
  await integration.api.awaitAnalysis(call_event_id);
  const path = `/calls/call_event_id:${call_event_id}`;
  const { id } = (await integration.api.get(path)).body as { id: string };
  const files = () => readdir(join(kept, integration.id, id)).catch(() => []);
  return { id, path, files };
}

t.test(
  'the audio of a call is kept as Opus with both channels, known by its length and its peaks',
  async (t) => {
    const integration = await debrief.createIntegration();
    const { id, files } = await called(integration);
    const [name = '', ...more] = await files();
    t.same(more, []);
    const probe = [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_name,channels:format=duration',
      '-of',
      'json',
    ];
    const { stdout } = await promisify(execFile)('ffprobe', [...probe, join(kept, integration.id, id, name)]);
    const { streams, format } = JSON.parse(stdout);
    t.match(streams, [{ codec_name: 'opus', channels: 2 }]);
    t.ok(Math.abs(Number(format.duration) - SECONDS) < 0.5);
    const { rows } = await withDatabase(debrief, (client) =>
      client.query('select * from ingest.audio where recording_id = $1', [id]),
    );
    t.match(rows, [{ key: `${integration.id}/${id}/${name}`, fault: null, peaks: [String, String] }]);
  },
);

t.test('an erased call leaves no audio, in no file and under no name', async (t) => {
  const integration = await debrief.createIntegration();
  const { id, path, files } = await called(integration);
  t.equal((await files()).length, 1);
  const found = () => searchFiles(debrief.dataDir, [id], SERVERS);
  t.match(await found(), [/audio.*in its name/]);
  const reply = await integration.api.delete(path);
  const receipt = reply.headers.get('x-erasure-id') ?? '';
  await awaitErasure(debrief, receipt);
  t.same(await readdir(join(kept, integration.id)).catch(() => []), []);
  t.same(
    (await found()).filter((one) => !one.includes('erased.jsonl')),
    [],
  );
  const tables = await searchTables(debrief, [id]);
  t.same(
    tables.filter((one) => /ingest\.audio/.test(one)),
    [],
  );
});

t.test('an integration that keeps no audio any more has none soon, and its call stays', async (t) => {
  const integration = await debrief.createIntegration();
  const { path, files } = await called(integration);
  await debrief.operate('updateIntegration', { id: integration.id, audio_days: 0 });
  await eventually(files, (left) => left.length === 0);
  t.equal((await integration.api.get(path)).status, 200);
  t.equal((await integration.api.get(`${path}/transcript`)).status, 200);
  const later = await called(integration);
  t.same(await later.files(), []);
});
