import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import t from 'tap';
import { findSpeechBySilero } from '../../src/audio/find-speech-silero.ts';
import { ChildLost } from '../../src/engines/sherpa-onnx-process.ts';
import { convert, sampleCall } from '../fixtures/sample-call.ts';

const packageFolder = dirname(createRequire(import.meta.url).resolve('@ricky0123/vad-web/package.json'));
const { signal } = new AbortController();
const onProgress = () => {};
const wav = ['-ar', '16000', '-bitexact', '-map_metadata', '-1'];
const folder = t.testdir({ model: {} });
const model = join(folder, 'model/silero_vad.onnx');
await copyFile(join(packageFolder, 'dist/silero_vad_v6.onnx'), model);

t.test('Silero hears where somebody speaks, and neither music nor noise', async (t) => {
  const silence = 'aevalsrc=0:s=16000:d=2[a];aevalsrc=0:s=16000:d=3[c]';
  const call = await sampleCall(folder, 'agent.wav', {
    spans: [[1.85, 4.85]],
    filter: 'pan=mono|c0=c0,aresample=16000',
  });
  const graph = `${silence};[a][0:a][c]concat=n=3:v=0:a=1`;
  const file = await convert(folder, 'call.wav', '-i', call, '-filter_complex', graph, ...wav);
  const regions = await findSpeechBySilero({ file, model, signal, onProgress });
  t.ok(regions.length >= 1);
  const [first, last] = [regions[0], regions.at(-1)];
  t.ok(first !== undefined && first.startTime > 1.7 && first.startTime < 2.5, JSON.stringify(regions));
  t.ok(last !== undefined && last.endTime > 4.5 && last.endTime < 5.6);

  for (const [name, source] of [
    ['chord.wav', 'aevalsrc=0.2*sin(440*2*PI*t)+0.2*sin(554*2*PI*t)+0.2*sin(659*2*PI*t):s=16000:d=4'],
    ['noise.wav', 'anoisesrc=r=16000:a=0.2:seed=1:d=4'],
  ] as const) {
    const other = await convert(folder, name, '-f', 'lavfi', '-i', source, ...wav);
    t.strictSame(await findSpeechBySilero({ file: other, model, signal, onProgress }), [], name);
  }
});

t.test('a file that is no model is said to be none', async (t) => {
  const file = await convert(folder, 'short.wav', '-f', 'lavfi', '-i', 'anullsrc=r=16000:d=1', ...wav);
  const finding = findSpeechBySilero({ file, model: file, signal, onProgress });
  const error = await finding.catch((error: unknown) => error);
  t.type(error, ChildLost);
  t.match(error, { message: /short\.wav/ });
});
