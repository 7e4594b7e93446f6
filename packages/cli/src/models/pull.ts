import { ModelError } from '@debrief/models/json-file';
import { type ManifestEntry, readManifest } from '@debrief/models/manifest';
import { readMirrors } from '@debrief/models/mirrors';
import { modelsFolder } from '@debrief/models/models-folder';
import { createDispatcher } from '@debrief/models/network';
import { type Pulled, type PullProgress, pullModels } from '@debrief/models/pull-models';

/** A server that is busy, or a line that breaks, has its time; a person waits. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

/** What the environment says about models. @throws ModelError for a manifest or a mirror that is not one. */
export async function modelsEnvironment(env: NodeJS.ProcessEnv = process.env) {
  return {
    modelsDir: modelsFolder(env),
    mirrors: readMirrors(env.MODELS_MIRROR),
    manifest: await readManifest(env.MODELS_MANIFEST || undefined),
  };
}

/** Pulls models as the environment says, one after another. @throws ModelError; the signal's reason when it is aborted. */
export async function* pull(o: {
  entries: readonly ManifestEntry[];
  from?: string | undefined;
  acceptNew?: boolean;
  signal: AbortSignal;
  say: (line: string) => void;
  onProgress: (progress: PullProgress) => void;
  onRetry?: (failure: string, delayMs: number) => void;
}): AsyncGenerator<Pulled> {
  const { modelsDir, mirrors } = await modelsEnvironment();
  const dispatcher = await createDispatcher();
  try {
    yield* pullModels(o.entries, {
      ...{ modelsDir, mirrors, dispatcher, retryDelaysMs: RETRY_DELAYS_MS },
      acceptNew: o.acceptNew === true,
      ...{ from: o.from, signal: o.signal, say: o.say, onProgress: o.onProgress },
      ...(o.onRetry === undefined ? {} : { onRetry: o.onRetry }),
    });
  } finally {
    await dispatcher.destroy();
  }
}

export function defaultsOf(manifest: readonly ManifestEntry[]): ManifestEntry[] {
  const defaults = manifest.filter((entry) => entry.default);
  if (defaults.length === 0) throw new ModelError('The manifest has no default model: name one to pull');
  return defaults;
}
