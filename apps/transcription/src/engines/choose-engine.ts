import { failure } from '@debrief/contracts/failures';
import { TransientFailure } from '../transient-failure.ts';
import type { Engine } from './engine.ts';
import { pocketsphinx } from './pocketsphinx.ts';

/** In the order in which `auto` prefers them. */
const engines: readonly Engine[] = [pocketsphinx];

/**
 * The engine asked for when it is there, else the first that is.
 * @throws TransientFailure engine_unavailable: text is never invented.
 */
export async function chooseEngine(wanted: string | null): Promise<Engine> {
  const preferred = [...engines.filter(({ name }) => name === wanted), ...engines];
  for (const engine of preferred) if (await engine.isAvailable()) return engine;
  throw new TransientFailure(failure('engine_unavailable'));
}
