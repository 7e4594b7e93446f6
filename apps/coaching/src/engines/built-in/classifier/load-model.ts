import { readFileSync } from 'node:fs';
import { type ActModel, decodeModel } from './model-file.ts';

let loaded: ActModel | null = null;

/** The trained classifier, read once. `npm run train` writes it from the calls in `training/`. */
export function loadModel(): ActModel {
  loaded ??= decodeModel(readFileSync(new URL('acts.model', import.meta.url)));
  return loaded;
}
