import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { parseAudioKey } from '@debrief/audio-store/audio-key';
import { MARKER } from '@debrief/audio-store/audio-store';
import { openAudioStore } from '@debrief/audio-store/open-audio-store';
import type { AudioOutcome, KeptAudio } from '@debrief/contracts/resources/audio';
import t, { type Test } from 'tap';
import { startS3 } from '../../../../packages/audio-store/test/fixtures/s3-server.ts';
import { engineThat } from '../fixtures/engine-that.ts';
import type { Row } from '../fixtures/ingest-stand-in.ts';
import { convert } from '../fixtures/sample-call.ts';
import { until } from '../fixtures/until.ts';
import { pipeline } from '../fixtures/worker.ts';

const SECONDS = 12;
const SAMPLE_RATE = 48_000;
/** What Opus makes of digital silence, in steps of 32,768: its speech codec never ends at nothing. */
const OF_THE_CODEC = 2;
/** A tone on each channel for a while, loud all the time: whatever is silent in it was silenced. */
const loud = await convert(
  t.testdir({}),
  'loud.wav',
  ...['-f', 'lavfi', '-i'],
  `aevalsrc=${[440, 700].map((hertz) => `0.4*sin(2*PI*${hertz}*t)*between(t\\,2\\,7)`).join('|')}:s=16000:d=${SECONDS}`,
);
const audio = await readFile(loud);
const host: RequestListener = (_, response) => void response.end(audio);

const id = randomUUID();
const word = (text: string, startTime: number, endTime: number) => ({
  text,
  startTime,
  endTime,
  confidence: 1,
});
/** `My card`, a number from 1 s to 2.6 s, and `thanks`; in one window only. */
const cardEngine = engineThat(async (file) => {
  if (!file.endsWith('window-0.wav')) return [];
  const digits = '4111111111111111'.split('').map((digit, index) => {
    const from = 1 + index / 10;
    return word(digit === '4' ? 'four' : 'one', from, from + 0.1);
  });
  return [word('my', 0, 0.3), word('card', 0.3, 0.6), ...digits, word('thanks', 3.2, 3.4)];
});

function folderWith(t: Test, marker: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-kept-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  if (marker !== null) writeFileSync(join(folder, MARKER), `${marker}\n`);
  return { folder, env: { AUDIO_URL: `file://${folder}` } };
}

/** A recording as the worker with these settings leaves it. */
async function transcribed(t: Test, env: Record<string, string>) {
  const all = await pipeline(t, host, { engines: [cardEngine], env, audioStore: id });
  const [row] = (await all.ingest.submit({ url: `${all.host.origin}/call` })) as [Row];
  await until(() => row.state === 'transcribed');
  return { ...all, row };
}

function assertKept(outcome: AudioOutcome | null): KeptAudio {
  if (outcome === null || 'fault' in outcome) throw new Error(`not kept: ${outcome?.fault}`);
  return outcome;
}

/** The samples of each channel. */
async function decoded(t: Test, content: Buffer): Promise<Int16Array[]> {
  const folder = t.testdir({ 'kept.webm': content });
  const channels = await Promise.all(
    [0, 1].map((channel) =>
      promisify(execFile)(
        'ffmpeg',
        [
          ...['-v', 'error', '-i', join(folder, 'kept.webm'), '-af', `pan=mono|c0=c${channel}`],
          ...['-ar', `${SAMPLE_RATE}`, '-f', 's16le', '-'],
        ],
        { encoding: 'buffer', maxBuffer: 1e8 },
      ),
    ),
  );
  return channels.map(({ stdout }) => new Int16Array(new Uint8Array(stdout).buffer));
}

function loudest(samples: Int16Array, from: number, to: number): number {
  return samples
    .subarray(Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE))
    .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

t.test('audio is kept in Opus with both channels, and a card number is silent in both', async (t) => {
  const { folder, env } = folderWith(t, id);
  const { row, workDir, metrics, worker } = await transcribed(t, env);
  t.match(row.transcript?.segments[0]?.text, /card\W+\[card number\]/);
  const kept = assertKept(row.audio);
  t.match(parseAudioKey(kept.key), { recording_id: row.recording.recording_id, attempt: 1 });
  const content = await readFile(join(folder, kept.key));
  t.equal(kept.bytes, content.length);
  t.ok(Math.abs(kept.duration_seconds - SECONDS) < 0.1);
  const channels = await decoded(t, content);
  const start = row.transcript?.segments[0]?.start_time ?? Number.NaN;
  for (const samples of channels) {
    t.ok(Math.abs(samples.length / SAMPLE_RATE - SECONDS) < 0.1);
    t.ok(loudest(samples, start + 1, start + 2.6) <= OF_THE_CODEC);
    t.ok(loudest(samples, start + 0.4, start + 0.7) > 3_000, 'what is said before is heard');
    t.ok(loudest(samples, start + 3.2, start + 3.5) > 3_000, 'and what is said after');
  }
  const peaks = kept.peaks.map((text) => new Int8Array(Buffer.from(text, 'base64')));
  t.equal(peaks.length, 2);
  for (const pairs of peaks) {
    t.ok(pairs.length > 1_000 && pairs.length <= 2_400 && pairs.length % 2 === 0);
    const at = (seconds: number) => 2 * Math.floor((seconds / SECONDS) * (pairs.length / 2));
    t.equal(Math.max(...pairs.subarray(at(start + 1.1), at(start + 2.5))), 0);
    t.ok(Math.max(...pairs) > 40 && Math.min(...pairs) < -40);
  }
  t.equal((await readdir(workDir)).length, 0, 'nothing is left in the work folder');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.webm'));
  t.same(files, [kept.key]);
  t.match(await metrics.registry.metrics(), /debrief_transcription_audio_total\{.*outcome="kept".*\} 1/);
  t.notMatch(worker.notes, [/audio/]);
});

t.test('audio is kept in a bucket as in a folder', async (t) => {
  const { stop: _, ...bucket } = await startS3(t);
  const store = await openAudioStore(bucket);
  if (store === null) throw new Error('there is no store');
  t.teardown(() => store.close());
  const marker = join(t.testdir({ marker: id }), 'marker');
  await store.write(MARKER, marker, { signal: new AbortController().signal, onProgress: () => undefined });
  const { row } = await transcribed(t, bucket);
  const kept = assertKept(row.audio);
  const piece = await store.read(kept.key);
  if (piece === null) throw new Error('there is no file');
  const [left] = (await decoded(t, await buffer(piece.stream))) as [Int16Array];
  t.equal(piece.bytes, kept.bytes);
  t.ok(Math.abs(left.length / SAMPLE_RATE - SECONDS) < 0.1);
});

t.test('what cannot be kept is said, and its transcript comes all the same', async (t) => {
  const gone = join(folderWith(t, null).folder, 'gone');
  const { stop, ...bucket } = await startS3(t);
  await stop();
  for (const [fault, env] of [
    ['no_store', {}],
    ['other_store', folderWith(t, randomUUID()).env],
    ['other_store', folderWith(t, null).env],
    ['store_away', { AUDIO_URL: `file://${gone}` }],
    ['store_away', bucket],
  ] as const) {
    const { row, worker, metrics, ingest } = await transcribed(t, env);
    t.strictSame(row.audio, { fault });
    t.match(row.transcript?.segments.at(-1)?.text, /thanks/i);
    t.match(worker.notes, [/audio/]);
    t.match(
      await metrics.registry.metrics(),
      new RegExp(`debrief_transcription_audio_total\\{.*outcome="${fault}".*\\} 1`),
    );
    await ingest.leave();
    await worker.close();
  }
});

t.test('nothing is kept that is not asked for', async (t) => {
  const { folder, env } = folderWith(t, id);
  const { ingest, host: recordings } = await pipeline(t, host, { engines: [cardEngine], env });
  const [row] = (await ingest.submit({ url: `${recordings.origin}/call` })) as [Row];
  await until(() => row.state === 'transcribed');
  t.equal(row.audio, null);
  t.same(await readdir(folder), [MARKER]);
});
