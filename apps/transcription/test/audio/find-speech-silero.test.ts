import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createLogger } from '@debrief/service-kit/logger';
import type { Test } from 'tap';
import t from 'tap';
import type { Attempt } from '../../src/attempt.ts';
import { findSpeech } from '../../src/audio/find-speech.ts';
import { findSpeechBySilero, sileroChildren } from '../../src/audio/find-speech-silero.ts';
import { frameLevels } from '../../src/audio/frame-levels.ts';
import { ModelChildren } from '../../src/engines/model-children.ts';
import { prepareRecording } from '../../src/prepare-recording.ts';
import { SpeakerModels } from '../../src/speaker-models.ts';
import { convert, sampleCall } from '../fixtures/sample-call.ts';
import { putModel } from '../fixtures/tone-models.ts';

const packageFolder = dirname(createRequire(import.meta.url).resolve('@ricky0123/vad-web/package.json'));
const { signal } = new AbortController();
const onProgress = () => {};
const never = () => {};
const wav = ['-ar', '16000', '-bitexact', '-map_metadata', '-1'];
const folder = t.testdir({});
const all = [{ startTime: 0, endTime: 60 }];

/** A folder of models in which Silero VAD is in use. */
async function putSilero(t: Test, model: Buffer): Promise<string> {
  const modelsDir = t.testdir({});
  const files = { model: 'silero_vad.onnx' };
  await putModel(modelsDir, { name: 'silero-vad', kind: 'silero-vad', files }, { [files.model]: model });
  await writeFile(join(modelsDir, 'in-use.json'), JSON.stringify({ vad: 'silero-vad' }));
  return modelsDir;
}

async function childrenWith(t: Test, model: Buffer) {
  const modelsDir = await putSilero(t, model);
  const logged: string[] = [];
  const log = createLogger({ name: 'transcription', level: 'silent' });
  log.warn = (...line: unknown[]) => logged.push(String(line[1])) as never;
  const children = new ModelChildren({ modelsDir, log, max: 1, ...sileroChildren });
  t.teardown(() => children.close());
  return { children, logged };
}

const model = await readFile(join(packageFolder, 'dist/silero_vad_v6.onnx'));

t.test('Silero hears where somebody speaks, and neither music nor noise', async (t) => {
  const { children } = await childrenWith(t, model);
  const silence = 'aevalsrc=0:s=16000:d=2[a];aevalsrc=0:s=16000:d=3[c]';
  const call = await sampleCall(folder, 'agent.wav', {
    spans: [[1.85, 4.85]],
    filter: 'pan=mono|c0=c0,aresample=16000',
  });
  const graph = `${silence};[a][0:a][c]concat=n=3:v=0:a=1`;
  const file = await convert(folder, 'call.wav', '-i', call, '-filter_complex', graph, ...wav);
  for (const sounding of [all, [{ startTime: 1.6, endTime: 5.6 }]]) {
    const regions = (await findSpeechBySilero(children, { file, sounding, signal, onProgress })) ?? [];
    t.ok(regions.length >= 1);
    const [first, last] = [regions[0], regions.at(-1)];
    t.ok(first !== undefined && first.startTime > 1.7 && first.startTime < 2.5, JSON.stringify(regions));
    t.ok(last !== undefined && last.endTime > 4.5 && last.endTime < 5.6, JSON.stringify(regions));
  }
  t.strictSame(await findSpeechBySilero(children, { file, sounding: [], signal, onProgress }), []);

  for (const [name, source] of [
    ['chord.wav', 'aevalsrc=0.2*sin(440*2*PI*t)+0.2*sin(554*2*PI*t)+0.2*sin(659*2*PI*t):s=16000:d=4'],
    ['noise.wav', 'anoisesrc=r=16000:a=0.2:seed=1:d=4'],
  ] as const) {
    const other = await convert(folder, name, '-f', 'lavfi', '-i', source, ...wav);
    const found = await findSpeechBySilero(children, { file: other, sounding: all, signal, onProgress });
    t.strictSame(found, [], name);
  }
});

t.test('Silero hears speech in noise that hides it from its level', async (t) => {
  const { children } = await childrenWith(t, model);
  const call = await sampleCall(folder, 'spoken.wav', {
    spans: [[1.85, 9.85]],
    filter: 'pan=mono|c0=c0,aresample=16000',
  });
  const graph =
    '[0:a]volume=-12dB[a];anoisesrc=r=16000:a=0.05:seed=2:d=8[b];[a][b]amix=normalize=0:duration=first';
  const file = await convert(folder, 'noisy.wav', '-i', call, '-filter_complex', graph, ...wav);
  const total = (regions: readonly { startTime: number; endTime: number }[]) =>
    regions.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
  const byModel = (await findSpeechBySilero(children, { file, sounding: all, signal, onProgress })) ?? [];
  const byLevel = findSpeech(await frameLevels(file, never));
  t.ok(total(byModel) > 2 * total(byLevel), `${total(byModel)} s and ${total(byLevel)} s`);
});

t.test('progress moves while Silero listens', async (t) => {
  const modelsDir = await putSilero(t, model);
  const log = createLogger({ name: 'transcription', level: 'silent' });
  const models = new SpeakerModels({ modelsDir, log, max: 1 });
  t.teardown(() => models.close());
  const work = join(modelsDir, 'work');
  await mkdir(work);
  const source = ['-f', 'lavfi', '-i', 'anoisesrc=r=16000:a=0.1:seed=1:d=120'];
  const file = await convert(work, 'recording', ...source, '-f', 'wav');
  const nothing = () => {};
  const shares: number[] = [];
  const seconds: number[] = [];
  const attempt: Attempt = {
    ...{ signal, progress: nothing, step: nothing, decoded: nothing, pauses: nothing, decodes: nothing },
    ...{ works: nothing, recognized: nothing, kept: nothing },
    decoding: (decoded) => void seconds.push(decoded),
    listened: (share) => void shares.push(share),
  };
  await prepareRecording({ file, folder: work, attempt, speakerModels: models });
  t.ok(seconds.every((decoded) => decoded >= 0 && decoded <= 120));
  t.strictSame(
    shares,
    shares.toSorted((a, b) => a - b),
  );
  t.equal(shares.at(-1), 1);
  // It listens to 12.8 s at a time.
  const steps = shares.map((share, index) => share - (shares[index - 1] ?? 0));
  t.ok(Math.max(...steps) < 0.11, `${Math.max(...steps)} of the whole at once`);
});

t.test('a file that is no model is said to be none, once, and the level serves', async (t) => {
  const file = await convert(folder, 'short.wav', '-f', 'lavfi', '-i', 'anullsrc=r=16000:d=1', ...wav);
  const { children, logged } = await childrenWith(t, await readFile(file));
  t.equal(await findSpeechBySilero(children, { file, sounding: all, signal, onProgress }), null);
  t.equal(await findSpeechBySilero(children, { file, sounding: all, signal, onProgress }), null);
  t.match(logged, [/^no speech found by models: .*silero_vad\.onnx/]);
  t.equal(logged.length, 1);
});
