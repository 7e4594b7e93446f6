import { failure } from '@debrief/contracts/failures';
import { TransientFailure } from '../transient-failure.ts';
import type { Engine } from './engine.ts';
import { pocketsphinx } from './pocketsphinx.ts';

/** In order of preference. A new engine is a file beside this one and a line here. */
const engines: readonly Engine[] = [pocketsphinx];

/**
 * The engine asked for when it is there, else the first that is.
 * @throws TransientFailure engine_unavailable: text is never invented.
 */
export async function chooseEngine(
  wanted: string | null,
  candidates: readonly Engine[] = engines,
): Promise<Engine> {
  const preferred = [...candidates.filter(({ name }) => name === wanted), ...candidates];
  for (const engine of preferred) if (await engine.isAvailable()) return engine;
  throw new TransientFailure(failure('engine_unavailable'));
}
