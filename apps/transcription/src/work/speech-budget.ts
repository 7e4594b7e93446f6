import type { EndpointSettings } from '../engines/endpoint/endpoint-settings.ts';
import type { Recognizer } from '../engines/engine.ts';
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

/** What one attempt may take from speech endpoints. Ingest counts, so that workers together stay within the limits. */
export class SpeechBudget {
  readonly #ingest: Ingest;
  readonly #work: Work;
  readonly #limits: SpeechLimits | null;
  #reservedFor: Recognizer | null = null;

  constructor(ingest: Ingest, work: Work, limits: SpeechLimits | null) {
    this.#ingest = ingest;
    this.#work = work;
    this.#limits = limits;
  }

  /**
   * Reserves what windows of these lengths cost, in place of what was reserved before.
   * @returns false where the day's limits do not allow it. @throws NotHeld
   */
  async reserve(engine: Recognizer, windows: readonly number[], signal: AbortSignal): Promise<boolean> {
    if (this.#limits === null || engine.metered === undefined) return true;
    const cost = engine.metered.costOf(windows);
    const { held, granted } = await this.#ingest.spend(this.#work, cost, this.#limits, signal);
    if (!held) throw new NotHeld();
    if (granted) this.#reservedFor = engine;
    return granted;
  }

  /** Gives back what was reserved and not spent; what was spent on second tries comes to it. Never rejects. */
  async settle(): Promise<void> {
    const spent = this.#reservedFor?.metered?.spent();
    if (spent === undefined) return;
    // What cannot be told now stays reserved for today: rather too much than too little is counted.
    await this.#ingest.spend(this.#work, spent, unlimited).catch(() => undefined);
  }
}
