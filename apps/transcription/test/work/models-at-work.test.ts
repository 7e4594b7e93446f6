import { readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { wavHeader } from '../../src/audio/pcm-file.ts';
import { engineThat } from '../fixtures/engine-that.ts';
import { putOnlinePunctuation } from '../fixtures/punctuation-models.ts';
import { until } from '../fixtures/until.ts';
import { putVoiceModels, turnsFile } from '../fixtures/voice-models.ts';
import { pipeline } from '../fixtures/worker.ts';

const HEADER_BYTES = 44;
const said = 'hello susan is this a good time'.split(' ');
/** Where the first voice is heard, and where the second one answers. */
const turns = [
  ['low', 3],
  ['high', 2],
] as const;
/** What is said in the first turn, and `hello` in the second one. */
const words = [
  ...said.map((text, index) => ({ text, startTime: 0.2 + 0.35 * index, endTime: 0.5 + 0.35 * index })),
  { text: 'hello', startTime: 4.2, endTime: 4.8 },
];

/** A worker whose engine hears these words wherever they are, with models as they are used. */
async function transcribed(t: Test, break_: string | null) {
  const folder = t.testdir({ models: {} });
  const modelsDir = join(folder, 'models');
  await putOnlinePunctuation(modelsDir);
  await putVoiceModels(modelsDir);
  const inUse = join(modelsDir, 'in-use.json');
  const voices = JSON.parse(await readFile(inUse, 'utf8')) as object;
  await writeFile(inUse, JSON.stringify({ ...voices, punctuation: 'online' }));
  if (break_ !== null) await writeFile(join(modelsDir, break_, 'model.onnx'), 'broken');
  const call = await readFile(await turnsFile(join(folder, 'call.wav'), turns));
  wavHeader(call.length - HEADER_BYTES).copy(call);
  const listener: RequestListener = (_request, response) => response.end(call);
  let heardSeconds = 0;
  // The windows come in order, one at a time.
  const engine = engineThat(async (file) => {
    const seconds = ((await readFile(file)).length - HEADER_BYTES) / 32_000;
    const from = heardSeconds === 0 ? 0 : 3.5;
    heardSeconds += seconds;
    const own = words.filter(({ startTime }) => startTime >= from && startTime < from + seconds);
    return own.map((word) => ({
      ...{ text: word.text, confidence: 1 },
      ...{ startTime: word.startTime - from, endTime: word.endTime - from },
    }));
  });
  const env = { MODELS_DIR: modelsDir, ENGINE_PLACES: '1' };
  const { ingest, host, worker } = await pipeline(t, listener, { engines: [engine], env });
  const [row] = await ingest.submit({ url: `${host.origin}/call` });
  await until(() => row?.state === 'transcribed');
  return { row, worker };
}

t.test('models in use tell voices apart and set the marks of what an engine hears', async (t) => {
  const { row, worker } = await transcribed(t, null);
  t.match(row?.transcript, {
    channels: 'mono',
    punctuation: 'model',
    segments: [
      { role: 'agent', text: 'Hello Susan, is this a good time?' },
      { role: 'contact', text: 'Hello' },
    ],
  });
  t.equal(
    worker.notes?.some((note) => note.includes('voices')),
    false,
  );
});

t.test('a model that is broken is noted, and costs no transcript', async (t) => {
  const { row, worker } = await transcribed(t, 'tones-embedding');
  t.match(row?.transcript, { channels: 'mono', punctuation: 'model' });
  t.match(row?.transcript?.segments[0]?.text, /Hello Susan, is this a good time/);
  t.ok(
    worker.notes?.some((note) => note.includes('voices')),
    'at readiness',
  );
});
