import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '@debrief/service-kit/logger';
import t from 'tap';
import type { Attempt } from '../../src/attempt.ts';
import { sherpaOnnxPunctuation } from '../../src/engines/sherpa-onnx-punctuation.ts';
import { putCtPunctuation, putOnlinePunctuation, usePunctuation } from '../fixtures/punctuation-models.ts';

const log = createLogger({ name: 'test', level: 'silent' });

function attempt(signal = new AbortController().signal): Attempt {
  const nothing = () => {};
  return {
    ...{ signal, progress: nothing, step: nothing, decoded: nothing, pauses: nothing },
    ...{
      decoding: nothing,
      listened: nothing,
      decodes: nothing,
      works: nothing,
      recognized: nothing,
      kept: nothing,
    },
  };
}

function punctuate(modelsDir: string, texts: string[], language = 'en-US') {
  return sherpaOnnxPunctuation({ modelsDir, log })(attempt())(texts, language);
}

t.test('a CT transformer sets the marks of each text', async (t) => {
  const modelsDir = t.testdir({});
  await putCtPunctuation(modelsDir);
  await usePunctuation(modelsDir, 'ct');
  t.strictSame(await punctuate(modelsDir, ['hello susan is this a good time', 'good time']), [
    'hello susan，is this a good time？',
    'good time？',
  ]);
});

t.test('a model of marks and case sets both', async (t) => {
  const modelsDir = t.testdir({});
  await putOnlinePunctuation(modelsDir);
  await usePunctuation(modelsDir, 'online');
  t.strictSame(await punctuate(modelsDir, ['hello susan is this a good time']), [
    'Hello Susan, is this a good time?',
  ]);
});

t.test('where no model can, nothing is set and nothing fails', async (t) => {
  const modelsDir = t.testdir({});
  t.equal(await punctuate(modelsDir, ['hello']), null, 'none is in use');
  const folder = await putCtPunctuation(modelsDir);
  await usePunctuation(modelsDir, 'ct');
  t.equal(await punctuate(modelsDir, ['hallo'], 'de'), null, 'it does not know the language');
  await writeFile(join(folder, 'model.onnx'), 'broken');
  t.equal(await punctuate(modelsDir, ['hello']), null, 'it cannot be loaded');
  await usePunctuation(modelsDir, 'gone');
  t.equal(await punctuate(modelsDir, ['hello']), null, 'it is not there');
});

t.test('a recording that nobody waits for any more ends', async (t) => {
  const modelsDir = t.testdir({});
  await putCtPunctuation(modelsDir);
  await usePunctuation(modelsDir, 'ct');
  const aborted = AbortSignal.abort(new Error('lost'));
  const asked = sherpaOnnxPunctuation({ modelsDir, log })(attempt(aborted))(['hello'], 'en');
  await t.rejects(asked, { message: 'lost' });
});
