import { failure } from '@debrief/contracts/failures';
import { TransientFailure } from '../transient-failure.ts';
import type { Engine } from './engine.ts';
import { pocketsphinx } from './pocketsphinx.ts';

/** In order of preference. A new engine is a file beside this one and a line here. */
export const engines: readonly Engine[] = [pocketsphinx];

/**
 * The first engine of those wanted that is there, else the first that is.
 * @throws TransientFailure engine_unavailable: text is never invented.
 */
export async function chooseEngine(
  wanted: readonly string[],
  candidates: readonly Engine[] = engines,
): Promise<Engine> {
  const preferred = wanted.flatMap((name) => candidates.filter((engine) => engine.name === name));
  for (const engine of [...preferred, ...candidates]) if (await engine.isAvailable()) return engine;
  throw new TransientFailure(failure('engine_unavailable'));
}
