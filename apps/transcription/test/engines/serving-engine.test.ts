import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { putCtcModel, putModel, type Tone, toneFile, use } from '../fixtures/tone-models.ts';
import { until } from '../fixtures/until.ts';
import { pipeline, workFolder } from '../fixtures/worker.ts';

const tones: Tone[] = [
  { token: '▁hel', startTime: 0.4 },
  { token: 'lo', startTime: 0.6 },
  { token: '▁Maria', startTime: 0.8 },
  { token: '.', startTime: 1 },
];

t.test(
  'the best engine that can be used serves, its transcripts say so, and so does readiness',
  async (t) => {
    const modelsDir = await workFolder(t);
    const call = await readFile(await toneFile(join(t.testdir({}), 'call.wav'), tones, 2));
    const { ingest, host, worker } = await pipeline(t, (_request, response) => response.end(call), {
      env: { MODELS_DIR: modelsDir },
    });
    const engineOf = async () => {
      const [row] = await ingest.submit({ url: `${host.origin}/call` });
      await until(() => row?.state !== 'queued' && row?.state !== 'held');
      return row?.transcript;
    };
    const english = 'pocketsphinx 5prealpha, model en-us, understands English only';
    t.strictSame(await worker.about?.(), { speech_engine: english });

    await putModel(
      modelsDir,
      { name: 'broken', kind: 'ctc', files: { model: 'model.onnx', tokens: 'tokens.txt' } },
      { 'model.onnx': 'no model', 'tokens.txt': '<blk> 0\n' },
    );
    await use(modelsDir, 'broken');
    t.match(await engineOf(), { engine: { name: 'pocketsphinx' } });
    t.strictSame(await worker.about?.(), { speech_engine: english });
    t.match(worker.notes?.at(-1), /^the model broken cannot be loaded: /);

    await putCtcModel(modelsDir);
    await use(modelsDir, 'tones-ctc');
    const transcript = await engineOf();
    t.match(transcript, {
      engine: { name: 'sherpa-onnx', version: '1.13.8', model: 'tones-ctc' },
      language: 'en',
      segments: [{ text: 'hello Maria.', confidence: null }],
    });
    t.strictSame(await worker.about?.(), {
      speech_engine: 'sherpa-onnx 1.13.8, model tones-ctc, understands English only',
    });
    t.notOk(worker.notes?.some((note) => note.includes('broken')));
  },
);
