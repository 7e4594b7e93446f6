import { join } from 'node:path';
import { findModelInUse, type ModelInUse } from '@debrief/models/in-use';
import type { Logger } from '@debrief/service-kit/logger';
import type { Attempt } from '../attempt.ts';
import type { PunctuateTexts } from '../writing/punctuate-by-model.ts';
import { ChildLost, SherpaProcess } from './sherpa-onnx-process.ts';

/** Loads 280 MB at most, besides Node. */
const MEMORY_BYTES = 5 * 1024 ** 3;
const TIMES = { silentMs: 15_000, answerMs: 60_000 };

/** Sets punctuation for one recording. */
export type Punctuation = (attempt: Attempt) => PunctuateTexts;

/**
 * Punctuation by the model that `in-use.json` names, in a child of the recording's own (decision 0031): it is loaded in
 * less than a second. Whatever it does costs no recording its transcript: without it, rules set the marks.
 */
export function sherpaOnnxPunctuation({ modelsDir, log }: { modelsDir: string; log: Logger }): Punctuation {
  return (attempt) => async (texts, language) => {
    try {
      const found = await findModelInUse(modelsDir, 'punctuation');
      if (found === null || !knows(found, language)) return null;
      return await punctuate(found, texts, attempt);
    } catch (error) {
      attempt.signal.throwIfAborted();
      log.warn({ err: error }, 'the model of punctuation cannot be used; rules set the marks');
      return null;
    }
  };
}

function knows({ model }: ModelInUse, language: string): boolean {
  const [wanted = ''] = language.toLowerCase().split('-');
  return model.languages.some((known) => known.toLowerCase().split('-')[0] === wanted);
}

async function punctuate(found: ModelInUse, texts: readonly string[], attempt: Attempt): Promise<string[]> {
  const { signal } = attempt;
  const onProgress = () => attempt.progress();
  const child = await SherpaProcess.start({
    ...{ task: 'punctuate', config: configOf(found), folders: [found.folder] },
    ...{ memoryBytes: MEMORY_BYTES, times: TIMES, signal, onProgress },
  });
  try {
    const punctuated: string[] = [];
    for (const text of texts) {
      const answer = await child.ask(Buffer.from(text), signal, onProgress);
      if (typeof answer !== 'string') throw new ChildLost('it answers with no text');
      punctuated.push(answer);
    }
    return punctuated;
  } finally {
    child.kill();
  }
}

function configOf({ folder, model }: ModelInUse): object {
  const file = (name: string) => join(folder, model.files[name] ?? '');
  const own =
    model.kind === 'ct-punctuation'
      ? { ctTransformer: file('model') }
      : { cnnBilstm: file('model'), bpeVocab: file('bpeVocab') };
  return { model: { ...own, numThreads: 1, debug: 0, provider: 'cpu' } };
}
