import path from 'node:path';
import t from 'tap';
import { readInUse, writeInUse } from '../src/in-use.ts';
import { readModel, writeModel } from '../src/models-folder.ts';
import { addOwnModel, type OwnModelOptions } from '../src/own-model.ts';
import { removeModel } from '../src/remove-model.ts';
import { inPlace } from './fixtures/pulls.ts';

const { signal } = new AbortController();
const add = (modelsDir: string, from: string, o: Partial<OwnModelOptions> = {}) =>
  addOwnModel({ modelsDir, from, signal, ...o });

t.test('one’s own model is copied under its usual names, the smaller files first', async (t) => {
  const folder = t.testdir({
    My_Whisper: {
      'base-encoder.onnx': 'E',
      'base-encoder.int8.onnx': 'e',
      'base-decoder.int8.onnx': 'd',
      'base-tokens.txt': 't',
    },
  });
  const modelsDir = path.join(folder, 'models');
  const kind = 'whisper';
  const model = await add(modelsDir, path.join(folder, 'My_Whisper'), { kind, languages: ['de'] });
  t.match(model, {
    name: 'my_whisper',
    languages: ['de'],
    verified: 'first use',
    files: {
      encoder: 'base-encoder.int8.onnx',
      decoder: 'base-decoder.int8.onnx',
      tokens: 'base-tokens.txt',
    },
  });
  t.same(await readModel(path.join(modelsDir, 'my_whisper')), model);
  t.equal(Object.keys(model.sha256).length, 3);
});

t.test('a model.json says what is called otherwise', async (t) => {
  const folder = t.testdir({ mine: { 'a.onnx': 'a', 'b.txt': 'b' } });
  const from = path.join(folder, 'mine');
  const files = { model: 'a.onnx', tokens: 'b.txt' };
  await writeModel(from, {
    ...{ name: 'mine', kind: 'ctc', languages: [], licence: 'own', source: 'here', files },
    ...{ sha256: {}, verified: 'first use' },
  });
  const modelsDir = path.join(folder, 'models');
  t.match(await add(modelsDir, from), { name: 'mine', files });
  t.match(await add(modelsDir, from, { name: 'other' }), { name: 'other' });
  t.same(inPlace(modelsDir), ['mine', 'other']);
});

t.test('a folder that holds no such model is refused, saying what it lacks', async (t) => {
  const root = t.testdir({ mine: { 'encoder.onnx': 'e', 'tokens.txt': 't' } });
  const folder = path.join(root, 'mine');
  const modelsDir = path.join(root, 'models');
  for (const [o, message] of [
    [{}, /There is no model in .*Without a model\.json, --kind says what the model is/],
    [{ kind: 'transducer' }, /has no file for decoder, which a transducer model needs.*decoder\.onnx/],
    [{ kind: 'ctc', name: '../x' }, /A model cannot be named "\.\.\/x"/],
  ] as const) {
    await t.rejects(add(modelsDir, folder, o), { name: 'ModelError', message });
  }
  t.same(inPlace(modelsDir), []);
});

t.test('a model that is removed is used no more', async (t) => {
  const modelsDir = t.testdir({ tiny: {}, other: {} });
  await writeInUse(modelsDir, { recognizer: 'tiny', vad: 'other' });
  t.same(await removeModel(modelsDir, 'tiny'), ['recognizer']);
  t.same(await readInUse(modelsDir), { vad: 'other' });
  t.same(inPlace(modelsDir), ['in-use.json', 'other']);
  await t.rejects(removeModel(modelsDir, 'tiny'), { message: /no model "tiny" in .*There are: other/ });
  await t.rejects(removeModel(modelsDir, '..'), { message: /There is no model "\.\."/ });
});
