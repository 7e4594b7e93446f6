import type { RecordingContext } from '@debrief/contracts/events/recording';
import { failure } from '@debrief/contracts/failures';
import { ConfigError } from '@debrief/service-kit/config';
import type { Logger } from '@debrief/service-kit/logger';
import { TransientFailure } from '../transient-failure.ts';
import type { Endpoint } from './endpoint/endpoint-settings.ts';
import type { Engine, Recognizer } from './engine.ts';
import { OPENAI_COMPATIBLE, openAiCompatible } from './openai-compatible.ts';
import { pocketsphinx } from './pocketsphinx.ts';
import { sherpaOnnx } from './sherpa-onnx.ts';

export interface EngineDeps {
  modelsDir: string;
  log: Logger;
  /** The one that serves whoever asks for none. */
  endpoint: Endpoint | null;
  /** Those that serve whoever asks for them. */
  named: readonly Endpoint[];
  /** Windows that an endpoint hears at once; by default as many as there are cores. */
  endpointPlaces?: number;
}

/** In order of preference. A new engine is a file beside this one and a line here. */
const makers = {
  [OPENAI_COMPATIBLE]: ({ endpoint, ...deps }) => openAiCompatible(endpoint, deps),
  'sherpa-onnx': sherpaOnnx,
  pocketsphinx: () => pocketsphinx,
} satisfies Record<string, (deps: EngineDeps) => Engine>;

export const engineNames: readonly string[] = Object.keys(makers);
export const AUTO = 'auto';
const SECONDS_OF_DAY = 86_400;

export function makeEngines(deps: EngineDeps): Engine[] {
  const makes: readonly ((deps: EngineDeps) => Engine)[] = Object.values(makers);
  const engines = makes.map((make) => make(deps));
  return [...engines, ...deps.named.map((endpoint) => openAiCompatible(endpoint, deps))];
}

/** What the operator decides. */
export interface EngineChoice {
  /** For recordings that ask for none: an engine's name, or `auto` for the first of those that can be used. */
  readonly preferred: string;
  /** Names of engines that a recording may ask for besides; when there are none, under `auto`, all of its own. */
  readonly allowed: readonly string[];
}

/** @throws ConfigError for a name that no engine has, and for an endpoint that is named as one of ours. */
export function checkNames({ preferred, allowed }: EngineChoice, engines: readonly Engine[]): void {
  const names = engines.map(({ name }) => name);
  const twice = [AUTO, ...names].filter((name, index, all) => all.indexOf(name) < index);
  const unknown = (setting: string, given: readonly string[]) =>
    given
      .filter((name) => !names.includes(name))
      .map((name) => `${setting} names ${name}: there are ${names.join(', ')}`);
  const faults = [
    ...twice.map((name) => `SPEECH_ENDPOINTS names one ${name}: that is another`),
    ...unknown('SPEECH_ENGINE', preferred === AUTO ? [] : [preferred]),
    ...unknown('SPEECH_ENGINES_ALLOWED', allowed),
  ];
  if (faults.length > 0) throw new ConfigError(faults);
}

/**
 * The engine that a recording asks for by `ai_models` where the operator allows it, else the operator's. One that cannot
 * be used is passed over, but the operator's only under `auto`: who names an engine wants no worse one.
 * @param o.affords whether what it costs is within the limits of the day.
 * @throws TransientFailure engine_unavailable, endpoint_unavailable or endpoint_limit: text is never invented.
 */
export async function chooseEngine(o: {
  recording: Pick<RecordingContext, 'ai_models'>;
  choice: EngineChoice;
  engines: readonly Engine[];
  onProgress: () => void;
  affords: (recognizer: Recognizer) => Promise<boolean>;
}): Promise<Recognizer> {
  const { recording, choice, engines, onProgress } = o;
  const asked = recording.ai_models.find(({ type }) => type === 'transcription')?.model;
  const wanted = engines.filter((engine) => engine.name === asked && mayBeAskedFor(engine, choice));
  const usual = inOrder(choice, engines);
  let isTooDear = false;
  for (const engine of [...wanted, ...usual]) {
    const recognizer = await engine.find();
    if (recognizer === null || !(await (recognizer.load?.(onProgress) ?? true))) continue;
    if (recognizer.metered === undefined || (await o.affords(recognizer))) return recognizer;
    isTooDear = true;
  }
  if (isTooDear)
    throw new TransientFailure(failure('endpoint_limit'), { retryAfterSeconds: secondsUntilTomorrow() });
  const cause = usual.length === 0 ? { code: `there is no engine ${choice.preferred}` } : undefined;
  throw new TransientFailure(failure('engine_unavailable'), { cause });
}

/** Those that serve recordings which ask for none, the best first. */
export function inOrder({ preferred }: EngineChoice, engines: readonly Engine[]): Engine[] {
  return engines.filter((engine) => (preferred === AUTO ? !engine.isOnlyByName : engine.name === preferred));
}

function mayBeAskedFor(engine: Engine, { preferred, allowed }: EngineChoice): boolean {
  if (allowed.length > 0) return allowed.includes(engine.name);
  return inOrder({ preferred, allowed }, [engine]).length > 0;
}

/** Days are counted in UTC. */
function secondsUntilTomorrow(): number {
  return SECONDS_OF_DAY - ((Date.now() / 1000) % SECONDS_OF_DAY);
}
