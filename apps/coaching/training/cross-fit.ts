import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ActModel, decodeModel, encodeModel } from '../src/engines/built-in/classifier/model-file.ts';
import { loadSources, type Source } from './load-texts.ts';
import { trainModel } from './train-model.ts';

const FOLDS = 3;
/** The model that has seen every writer. */
export const WHOLE = FOLDS;
const folder = path.join(import.meta.dirname, '.cross-fitted');

/** Which fold leaves a writer out. */
export function foldOf(writer: string, writers: readonly string[]): number {
  return writers.indexOf(writer) % FOLDS;
}

export function writersOf(sources: readonly Source[]): string[] {
  return [...new Set(sources.map(({ writer }) => writer))].sort();
}

/** A model that has not seen the writer; trained by `node cross-fit.ts FOLD`. @throws where it is missing. */
export function foldModel(fold: number): Omit<ActModel, 'context'> {
  return decodeModel(readFileSync(path.join(folder, `${fold}.model`)));
}

/** Trains on all writers but those of a fold, which is empty for the whole. Excerpts are of no call and always take part. */
export function trainFold(fold: number): void {
  const calls = loadSources('calls');
  const writers = writersOf(calls);
  const others = calls.filter(({ writer }) => foldOf(writer, writers) !== fold);
  mkdirSync(folder, { recursive: true });
  const model = trainModel([...others, ...loadSources('exchanges')]);
  writeFileSync(path.join(folder, `${fold}.model`), encodeModel(model));
}

// Folds are trained in processes of their own.
if (import.meta.main) {
  for (const fold of process.argv.slice(2)) trainFold(Number(fold));
}
