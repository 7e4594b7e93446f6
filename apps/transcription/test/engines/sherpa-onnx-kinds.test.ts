import { join } from 'node:path';
import { findModelInUse } from '@debrief/models/in-use';
import { kinds } from '@debrief/models/model';
import t from 'tap';
import { configOf } from '../../src/engines/sherpa-onnx-config.ts';
import { ChildLost, SherpaProcess } from '../../src/engines/sherpa-onnx-process.ts';
import { ctcGraph, putCtcModel, putModel, use } from '../fixtures/tone-models.ts';

const recognizers = Object.entries(kinds).filter(([, { role }]) => role === 'recognizer');

t.test('sherpa-onnx loads the files of a model of each kind that hears', async (t) => {
  for (const [kind, { files }] of recognizers) {
    const modelsDir = t.testdir({});
    const named = Object.fromEntries(files.map((name) => [name, `${name}.onnx`]));
    // Good for a list of tokens, and for nothing else.
    const contents = Object.values(named).map((file) => [file, '<blk> 0\n'] as const);
    await putModel(modelsDir, { name: kind, kind, files: named }, Object.fromEntries(contents));
    await use(modelsDir, kind);
    const found = await findModelInUse(modelsDir, 'recognizer');
    if (found === null) throw new Error(`${kind} is not in use`);
    const starting = SherpaProcess.start({
      ...{ task: 'recognize', config: await configOf(found), folders: [join(modelsDir, kind)] },
      ...{ memoryBytes: 4 * 1024 ** 3, times: { silentMs: 20_000, answerMs: 60_000 } },
      ...{ signal: new AbortController().signal, onProgress: () => {} },
    });
    const error = await starting.catch((error: unknown) => error);
    t.type(error, ChildLost, kind);
    t.match(error, { message: new RegExp(`Load model from ${modelsDir}/${kind}/\\w+\\.onnx failed`) }, kind);
  }
});

t.test('which CTC model it is, a model says itself', async (t) => {
  const modelsDir = t.testdir({});
  for (const [type, key] of [
    ['zipformer2_ctc', 'zipformerCtc'],
    ['EncDecHybridRNNTCTCBPEModel', 'nemoCtc'],
  ] as const) {
    const graph = ctcGraph();
    const name = key.toLowerCase();
    await putCtcModel(modelsDir, name, { ...graph, metadata: { ...graph.metadata, model_type: type } });
    await use(modelsDir, name);
    const found = await findModelInUse(modelsDir, 'recognizer');
    if (found === null) throw new Error(`${name} is not in use`);
    t.match((await configOf(found)).modelConfig, { [key]: { model: /model\.onnx$/ } }, type);
  }
});
