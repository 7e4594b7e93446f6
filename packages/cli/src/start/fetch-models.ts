import { findModelInUse } from '@debrief/models/in-use';
import { downloadBytes, type ManifestEntry } from '@debrief/models/manifest';
import { type Model, roleOf } from '@debrief/models/model';
import { PullUnderWay } from '@debrief/models/pull-lock';
import type { PullProgress } from '@debrief/models/pull-models';
import { megabytes, progressShower } from '../models/describe-progress.ts';
import { defaultsOf, modelsEnvironment, pull } from '../models/pull.ts';

const TRY_AGAIN = 'npm run -s debrief -- models pull';

/**
 * Fetches the default speech models that are missing, while Debrief starts and runs: pocketsphinx transcribes until they
 * are in place. A failure is one line, and the next start tries again.
 */
export async function fetchModels(o: {
  say: (line: string) => void;
  /** Shows the line of a download that goes on; null where lines stay. */
  showProgress: ((line: string) => void) | null;
  signal: AbortSignal;
}): Promise<void> {
  let pulled = 0;
  try {
    const missing = await missingDefaults();
    if (missing.length === 0) return;
    o.say(`Fetching speech models in the background${sizeOf(missing)}; pocketsphinx transcribes until then`);
    const onProgress = o.showProgress === null ? sayQuarters(o.say) : progressShower(o.showProgress);
    const { signal, say } = o;
    for await (const { model } of pull({ entries: missing, signal, say, onProgress })) {
      pulled += 1;
      say(inPlace(model));
    }
  } catch (error) {
    if (o.signal.aborted) return;
    if (error instanceof PullUnderWay) o.say('Another process is fetching speech models already');
    else {
      const what = pulled === 0 ? 'No speech model was fetched' : 'Not every speech model was fetched';
      o.say(`${what}: ${(error as Error).message}. Try again with: ${TRY_AGAIN}`);
    }
  }
}

/** Those whose role no model is used for; somebody who uses another one needs no default. */
async function missingDefaults(): Promise<ManifestEntry[]> {
  const { modelsDir, manifest } = await modelsEnvironment();
  const entries = defaultsOf(manifest);
  const used = await Promise.all(
    entries.map(({ kind }) => findModelInUse(modelsDir, roleOf(kind)).catch(() => null)),
  );
  return entries.filter((_, index) => used[index] === null);
}

function sizeOf(entries: readonly ManifestEntry[]): string {
  const bytes = entries.map(downloadBytes).reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return bytes === 0 ? '' : `, about ${megabytes(bytes)}`;
}

function sayQuarters(say: (line: string) => void): (progress: PullProgress) => void {
  let said = '';
  return ({ model, bytes, totalBytes }) => {
    if (totalBytes === null || totalBytes === 0) return;
    const quarter = Math.floor((bytes / totalBytes) * 4);
    const state = `${model} ${quarter}`;
    if (quarter < 1 || quarter > 3 || state === said) return;
    said = state;
    say(`Speech model ${model}: ${quarter * 25} % of ${megabytes(totalBytes)}`);
  };
}

function inPlace({ name, kind, languages, verified }: Model): string {
  const english = languages.length === 1 && languages[0] === 'en' ? '; it understands English only' : '';
  const checked = verified === 'publisher' ? '' : '; its checksum was recorded';
  return roleOf(kind) === 'recognizer'
    ? `Speech model ${name} is in place: the next recordings are transcribed with it${english}${checked}`
    : `Speech model ${name} is in place${checked}`;
}
