import type { Attempt } from '../attempt.ts';
import { chooseEngine, type EngineChoice } from '../engines/choose-engine.ts';
import type { EndpointSettings } from '../engines/endpoint/endpoint-settings.ts';
import type { Engine, Recognizer } from '../engines/engine.ts';
import type { Ingest, SpeechLimits, Work } from './ask-ingest.ts';
import { NotHeld } from './lease.ts';

/** Null where there is none: nothing is counted then. */
export function speechLimitsOf(config: Readonly<EndpointSettings>): SpeechLimits | null {
  const secondsOf = (minutes: number | undefined) => (minutes === undefined ? null : minutes * 60);
  const limits = {
    seconds: secondsOf(config.SPEECH_ENDPOINT_MINUTES_PER_DAY),
    seconds_in_all: secondsOf(config.SPEECH_ENDPOINT_MINUTES_PER_DAY_IN_ALL),
    money: config.SPEECH_ENDPOINT_MONEY_PER_DAY ?? null,
    money_in_all: config.SPEECH_ENDPOINT_MONEY_PER_DAY_IN_ALL ?? null,
  };
  return Object.values(limits).every((limit) => limit === null) ? null : limits;
}

const unlimited: SpeechLimits = { seconds: null, seconds_in_all: null, money: null, money_in_all: null };

interface BudgetDeps {
  readonly ingest: Ingest;
  readonly engines: readonly Engine[];
  readonly engineChoice: EngineChoice;
  readonly speechLimits: SpeechLimits | null;
}

/** What one attempt may take from speech endpoints. Ingest counts, so that workers together stay within the limits. */
export class SpeechBudget {
  readonly #deps: BudgetDeps;
  readonly #work: Work;
  #reservedFor: Recognizer | null = null;

  constructor(deps: BudgetDeps, work: Work) {
    this.#deps = deps;
    this.#work = work;
  }

  /**
   * The engine that hears windows of these lengths, in seconds; what they cost is reserved, in place of what was
   * reserved before. @throws as `chooseEngine`; NotHeld
   */
  choose(windows: readonly number[], attempt: Attempt): Promise<Recognizer> {
    const { engines, engineChoice } = this.#deps;
    const { recording, speech_engine: own } = this.#work;
    return chooseEngine({
      ...{ recording, engines, choice: { ...engineChoice, ...(own == null ? {} : { preferred: own }) } },
      onProgress: () => attempt.progress(),
      affords: async (engine) => {
        // Through an outage of ingest, in which nothing counts.
        attempt.pauses();
        const isAffordable = await this.#reserve(engine, windows, attempt.signal);
        attempt.decodes();
        return isAffordable;
      },
    });
  }

  /** @returns false where the day's limits do not allow it. */
  async #reserve(engine: Recognizer, windows: readonly number[], signal: AbortSignal): Promise<boolean> {
    const { ingest, speechLimits } = this.#deps;
    if (speechLimits === null || engine.metered === undefined) return true;
    const cost = engine.metered.costOf(windows);
    const { held, granted } = await ingest.spend(this.#work, cost, speechLimits, signal);
    if (!held) throw new NotHeld();
    if (granted) this.#reservedFor = engine;
    return granted;
  }

  /** Gives back what was reserved and not spent; what was spent on second tries comes to it. Never rejects. */
  async settle(): Promise<void> {
    const spent = this.#reservedFor?.metered?.spent();
    if (spent === undefined) return;
    // What cannot be told now stays reserved for today: rather too much than too little is counted.
    await this.#deps.ingest.spend(this.#work, spent, unlimited).catch(() => undefined);
  }
}
