import { type Static, Type } from '@sinclair/typebox';

/** What a model is used for; one is in use for each. */
export const roles = ['recognizer', 'vad', 'segmentation', 'embedding', 'punctuation'] as const;
export type Role = (typeof roles)[number];

/** Kinds of models that sherpa-onnx loads, and the files each needs, named as in its configuration. */
export const kinds = {
  transducer: { role: 'recognizer', files: ['encoder', 'decoder', 'joiner', 'tokens'] },
  ctc: { role: 'recognizer', files: ['model', 'tokens'] },
  whisper: { role: 'recognizer', files: ['encoder', 'decoder', 'tokens'] },
  moonshine: {
    role: 'recognizer',
    files: ['preprocessor', 'encoder', 'uncachedDecoder', 'cachedDecoder', 'tokens'],
  },
  'moonshine-v2': { role: 'recognizer', files: ['encoder', 'mergedDecoder', 'tokens'] },
  canary: { role: 'recognizer', files: ['encoder', 'decoder', 'tokens'] },
  'sense-voice': { role: 'recognizer', files: ['model', 'tokens'] },
  'silero-vad': { role: 'vad', files: ['model'] },
  'pyannote-segmentation': { role: 'segmentation', files: ['model'] },
  'speaker-embedding': { role: 'embedding', files: ['model'] },
  'ct-punctuation': { role: 'punctuation', files: ['model'] },
  'online-punctuation': { role: 'punctuation', files: ['model', 'bpeVocab'] },
} as const satisfies Record<string, { role: Role; files: readonly string[] }>;
export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as [Kind, ...Kind[]];

/** Names a folder, so that it is a plain word. */
export const MODEL_NAME_PATTERN = '^[a-z0-9][a-z0-9._-]{0,79}$';
/** A file of the model's own folder. */
export const FILE_NAME_PATTERN = '^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$';

/** `model.json` in the folder of a model: what an engine needs to load it, and where it is from. */
export const modelSchema = Type.Object({
  name: Type.String({ pattern: MODEL_NAME_PATTERN }),
  kind: Type.Union(kindNames.map((kind) => Type.Literal(kind))),
  /** As BCP 47; empty where speech of any language is heard, as by a VAD. */
  languages: Type.Array(Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' })),
  licence: Type.String({ minLength: 1 }),
  /** Where the publisher describes it. */
  source: Type.String({ minLength: 1 }),
  /** By the name in the configuration of sherpa-onnx (`kinds`); more than the kind needs may be there. */
  files: Type.Record(Type.String(), Type.String({ pattern: FILE_NAME_PATTERN })),
  /** Of each file, by its name. */
  sha256: Type.Record(Type.String(), Type.String({ pattern: '^[0-9a-f]{64}$' })),
  /** Who states the checksums: the publisher for every file, or we for some when we first had them. */
  verified: Type.Union([Type.Literal('publisher'), Type.Literal('first use')]),
});
export type Model = Static<typeof modelSchema>;

export function roleOf(kind: Kind): Role {
  return kinds[kind].role;
}
