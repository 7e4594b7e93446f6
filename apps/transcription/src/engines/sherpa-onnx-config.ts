import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelInUse } from '@debrief/models/in-use';
import type { Kind } from '@debrief/models/model';

/** What `new OfflineRecognizer` takes, as far as it is used here. */
export interface RecognizerConfig {
  featConfig: { sampleRate: number; featureDim: number };
  modelConfig: Record<string, unknown>;
}

const SAMPLE_RATE = 16_000;
const FEATURES = 80;
/** Where the exporters of models put their metadata: at the end of the file. */
const METADATA_BYTES = 64 * 1024;
const TYPE_KEY = 'model_type';
/** By `model_type` in the metadata of a model; those of NeMo have several. */
const ctcKeys: Readonly<Record<string, string>> = {
  zipformer2_ctc: 'zipformerCtc',
  wenet_ctc: 'wenetCtc',
  tdnn: 'tdnn',
};

/** @param language what is spoken, where the model must be told; empty: it finds out. */
type Part = (file: (name: string) => string, language: string) => Record<string, unknown>;

/** The part of the configuration that a kind of model has; names of files are the same in both. */
const parts: Partial<Record<Kind, { key: string; part: Part }>> = {
  transducer: { key: 'transducer', part: (file) => named(file, 'encoder', 'decoder', 'joiner') },
  whisper: {
    key: 'whisper',
    part: (file, language) => ({
      ...named(file, 'encoder', 'decoder'),
      ...{ language, task: 'transcribe', tailPaddings: -1, enableSegmentTimestamps: 1 },
    }),
  },
  moonshine: {
    key: 'moonshine',
    part: (file) => named(file, 'preprocessor', 'encoder', 'uncachedDecoder', 'cachedDecoder'),
  },
  'moonshine-v2': { key: 'moonshine', part: (file) => named(file, 'encoder', 'mergedDecoder') },
  canary: {
    key: 'canary',
    part: (file, language) => ({
      ...named(file, 'encoder', 'decoder'),
      ...{ srcLang: language || 'en', tgtLang: language || 'en', usePnc: 1 },
    }),
  },
  'sense-voice': {
    key: 'senseVoice',
    part: (file, language) => ({
      ...named(file, 'model'),
      ...{ language: language || 'auto', useInverseTextNormalization: 1 },
    }),
  },
};

/** One thread: windows are heard side by side, one to a core. */
export async function configOf({ folder, model }: ModelInUse): Promise<RecognizerConfig> {
  const file = (name: string) => join(folder, model.files[name] ?? '');
  const [language = ''] = model.languages.length === 1 ? model.languages : [];
  const found = parts[model.kind];
  const own =
    found === undefined
      ? { [await ctcKeyOf(file('model'))]: named(file, 'model') }
      : { [found.key]: found.part(file, language) };
  return {
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: FEATURES },
    modelConfig: { ...own, tokens: file('tokens'), numThreads: 1, debug: 0, provider: 'cpu' },
  };
}

function named(file: (name: string) => string, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, file(name)]));
}

/** Read from the model, which sherpa-onnx does by itself for transducers only. */
async function ctcKeyOf(path: string): Promise<string> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const length = Math.min(size, METADATA_BYTES);
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
  const text = buffer.toString('latin1');
  const at = text.lastIndexOf(TYPE_KEY);
  // A pair of ONNX's metadata: after the key the value, behind a byte that says so and one for its length.
  const type = at === -1 ? '' : text.slice(at + TYPE_KEY.length + 2);
  const known = Object.keys(ctcKeys).find((name) => type.startsWith(name));
  return ctcKeys[known ?? ''] ?? 'nemoCtc';
}
