import { readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import t from 'tap';
import { findModelInUse, readInUse, rolesOf, writeInUse } from '../src/in-use.ts';
import type { Model } from '../src/model.ts';
import { listModels, modelsFolder, readModel, writeModel } from '../src/models-folder.ts';

const model: Model = {
  name: 'tiny',
  kind: 'ctc',
  languages: ['en'],
  licence: 'CC-BY-4.0',
  source: 'https://example.com/tiny',
  files: { model: 'model.int8.onnx', tokens: 'tokens.txt' },
  sha256: { 'model.int8.onnx': 'a'.repeat(64), 'tokens.txt': 'b'.repeat(64) },
  verified: 'publisher',
};
const content = { 'model.int8.onnx': 'x', 'tokens.txt': 'y' };
const withModel = (m: object) => ({ ...content, 'model.json': JSON.stringify(m) });

t.test('a model is read as it was written', async (t) => {
  const folder = t.testdir(content);
  await writeModel(folder, model);
  t.same(await readModel(folder), model);
  t.same(readdirSync(folder).sort(), ['model.int8.onnx', 'model.json', 'tokens.txt']);
});

t.test('what is no model is refused, saying why', async (t) => {
  const { tokens, ...noTokens } = model.files;
  for (const [given, message] of [
    [{}, /There is no model in .*: model\.json is missing/],
    [{ 'model.json': '{' }, /model\.json cannot be read: .*JSON/],
    [withModel([]), /model\.json is not valid: it must be a JSON object/],
    [withModel({ ...model, kind: 'magic' }), /kind must be one of transducer, ctc/],
    [withModel({ ...model, licence: undefined }), /licence is required/],
    [withModel({ ...model, name: '../x' }), /name must be a string that matches/],
    [withModel({ ...model, files: { ...model.files, model: '../../etc/passwd' } }), /files\.model must be/],
    [withModel({ ...model, files: noTokens }), /names no file as tokens, which a ctc model needs/],
    [{ ...withModel(model), [tokens as string]: {} }, /tokens\.txt, which .* names, is missing/],
  ] as const) {
    await t.rejects(readModel(t.testdir(given)), { name: 'ModelError', message }, String(message));
  }
});

t.test('what is used for a role is read anew each time', async (t) => {
  const folder = t.testdir({ tiny: withModel(model), other: withModel({ ...model, name: 'other' }) });
  t.equal(await findModelInUse(folder, 'recognizer'), null);
  await writeInUse(folder, { recognizer: 'tiny' });
  t.same(await findModelInUse(folder, 'recognizer'), { folder: path.join(folder, 'tiny'), model });
  await writeInUse(folder, { recognizer: 'other', vad: 'silero' });
  t.equal((await findModelInUse(folder, 'recognizer'))?.model.name, 'other');
  t.equal(await findModelInUse(folder, 'punctuation'), null);
  t.same(rolesOf(await readInUse(folder), 'silero'), ['vad']);
});

t.test('what cannot be used is named', async (t) => {
  const folder = t.testdir({
    tiny: withModel(model),
    'in-use.json': '{ "vad": "tiny", "recognizer": "gone" }',
  });
  await t.rejects(findModelInUse(folder, 'vad'), { message: /names tiny as vad, but it is a ctc model/ });
  await t.rejects(findModelInUse(folder, 'recognizer'), { message: /There is no model in .*gone/ });
  const broken = t.testdir({ 'in-use.json': '{ "recognizer": "../tiny", "ears": "x" }' });
  await t.rejects(readInUse(broken), {
    message: /in-use\.json is not valid: recognizer must be .*; ears is not a known field/,
  });
});

t.test('models are listed by name, broken ones with what is wrong, unfinished ones not', async (t) => {
  const folder = t.testdir({
    tiny: withModel(model),
    broken: {},
    '.tiny.part': {},
    'in-use.json': '{}',
  });
  t.match(await listModels(folder), [
    { name: 'broken', model: null, fault: /model\.json is missing/ },
    { name: 'tiny', model: { name: 'tiny' }, fault: null },
  ]);
  rmSync(folder, { recursive: true });
  t.same(await listModels(folder), []);
});

t.test('models are where MODELS_DIR says, else with the other data of the account', async (t) => {
  t.equal(modelsFolder({ MODELS_DIR: '/srv/models', XDG_DATA_HOME: '/data' }), '/srv/models');
  t.equal(modelsFolder({ MODELS_DIR: '', XDG_DATA_HOME: '/data' }), '/data/debrief/models');
  const own = path.join(homedir(), '.local/share/debrief/models');
  t.equal(modelsFolder({}), own);
  t.equal(modelsFolder({ XDG_DATA_HOME: 'relative' }), own);
});
