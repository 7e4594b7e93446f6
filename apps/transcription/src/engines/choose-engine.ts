import type { RecordingContext } from '@debrief/contracts/events/recording';
import { failure } from '@debrief/contracts/failures';
import { TransientFailure } from '../transient-failure.ts';
import type { Engine } from './engine.ts';
import { pocketsphinx } from './pocketsphinx.ts';

/** In order of preference. A new engine is a file beside this one and a line here. */
export const engines: readonly Engine[] = [pocketsphinx];

/**
 * The engine a recording asks for, else the operator's, else the first; of those that are there.
 * @throws TransientFailure engine_unavailable: text is never invented.
 */
export async function chooseEngine(
  { ai_models }: Pick<RecordingContext, 'ai_models'>,
  preferred?: string,
  candidates: readonly Engine[] = engines,
): Promise<Engine> {
  const asked = ai_models.find(({ type }) => type === 'transcription')?.model;
  const wanted = [asked, preferred].flatMap((name) => candidates.filter((engine) => engine.name === name));
  for (const engine of [...wanted, ...candidates]) if (await engine.isAvailable()) return engine;
  throw new TransientFailure(failure('engine_unavailable'));
}
