import type { RecordingContext } from '@debrief/contracts/events/recording';
import { failure } from '@debrief/contracts/failures';
import type { Logger } from '@debrief/service-kit/logger';
import { TransientFailure } from '../transient-failure.ts';
import type { Engine, Recognizer } from './engine.ts';
import { pocketsphinx } from './pocketsphinx.ts';
import { sherpaOnnx } from './sherpa-onnx.ts';

export interface EngineDeps {
  modelsDir: string;
  log: Logger;
}

/** In order of preference. A new engine is a file beside this one and a line here. */
const makers = {
  'sherpa-onnx': sherpaOnnx,
  pocketsphinx: () => pocketsphinx,
} satisfies Record<string, (deps: EngineDeps) => Engine>;

export const engineNames = Object.keys(makers) as (keyof typeof makers)[];
export const AUTO = 'auto';

export function makeEngines(deps: EngineDeps): Engine[] {
  return Object.values(makers).map((make) => make(deps));
}

/** What the operator decides. */
export interface EngineChoice {
  /** For recordings that ask for none: an engine's name, or `auto` for the first of those that can be used. */
  readonly preferred: string;
  /** Names of engines that a recording may ask for besides; all of them under `auto` when there are none. */
  readonly allowed: readonly string[];
}

/**
 * The engine that a recording asks for by `ai_models` where the operator allows it, else the operator's. One that cannot
 * be used is passed over, but the operator's only under `auto`: who names an engine wants no worse one.
 * @throws TransientFailure engine_unavailable: text is never invented.
 */
export async function chooseEngine(options: {
  recording: Pick<RecordingContext, 'ai_models'>;
  choice: EngineChoice;
  engines: readonly Engine[];
  onProgress: () => void;
}): Promise<Recognizer> {
  const { recording, choice, engines, onProgress } = options;
  const asked = recording.ai_models.find(({ type }) => type === 'transcription')?.model;
  const wanted = engines.filter(({ name }) => name === asked && mayBeAskedFor(name, choice));
  for (const engine of [...wanted, ...inOrder(choice, engines)]) {
    const recognizer = await engine.find();
    if (recognizer !== null && (await (recognizer.load?.(onProgress) ?? true))) return recognizer;
  }
  throw new TransientFailure(failure('engine_unavailable'));
}

/** Those that serve recordings which ask for none, the best first. */
export function inOrder({ preferred }: EngineChoice, engines: readonly Engine[]): Engine[] {
  return engines.filter(({ name }) => preferred === AUTO || name === preferred);
}

function mayBeAskedFor(name: string, { preferred, allowed }: EngineChoice): boolean {
  return allowed.length > 0 ? allowed.includes(name) : preferred === AUTO || name === preferred;
}
