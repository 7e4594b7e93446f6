import type { RecordingContext } from '@debrief/contracts/events/recording';
import { ConfigError } from '@debrief/service-kit/config';
import type { Logger } from '@debrief/service-kit/run';
import type { Db } from '../../tables.ts';
import type { Coach } from '../coach.ts';
import type { CoachSettings } from './coach-settings.ts';
import { type ConnectedModel, connectModel, type EngineName } from './connect-model.ts';
import { dailyBudget, unlimited } from './daily-budget.ts';
import { findLocalModel } from './find-local-model.ts';
import { type Derive, languageModelCoach } from './language-model-coach.ts';
import { noCache, readingCache } from './reading-cache.ts';

type Submission = Pick<RecordingContext, 'integration_id' | 'ai_models'>;
export type CoachOf = (recording: Submission) => Coach;

export interface ChooseCoachOptions {
  config: Readonly<CoachSettings>;
  /** Null outside of the service: nothing is counted, and nothing kept. */
  db: Db | null;
  builtIn: Coach;
  derive: Derive;
  log: Logger;
  /** For `auto`, in place of the usual ones. */
  localAddresses?: readonly string[];
}

const BUILT_IN = 'built-in';

/** Where models come from: one that is set, or a server on this machine. */
interface ModelSource {
  /** The model of recordings that ask for none; null: the built-in engine coaches those. */
  find(model: string | undefined): Promise<ConnectedModel | null>;
  lost(): void;
}

/**
 * Which coach a recording gets: the model it asks for, where the operator has enabled that, else what is set.
 * @throws ConfigError
 */
export function chooseCoach(options: ChooseCoachOptions): CoachOf {
  const { config, db, builtIn, derive, log } = options;
  const { COACH_ENGINE, COACH_MODEL, COACH_MODELS } = config;
  if (COACH_ENGINE === BUILT_IN) return () => builtIn;
  if (
    config.COACH_MONEY_PER_DAY !== undefined &&
    config.COACH_PRICE_INPUT + config.COACH_PRICE_OUTPUT === 0
  ) {
    throw new ConfigError(['COACH_PRICE_INPUT is missing: COACH_MONEY_PER_DAY needs prices']);
  }
  const source = COACH_ENGINE === 'auto' ? localSource(options) : setSource({ ...config, COACH_ENGINE });
  const enabled = new Set([BUILT_IN, ...COACH_MODELS, ...(COACH_MODEL === undefined ? [] : [COACH_MODEL])]);
  const usual = COACH_MODEL ?? (COACH_ENGINE === 'auto' ? undefined : BUILT_IN);
  const budget = {
    tokensPerDay: config.COACH_TOKENS_PER_DAY,
    moneyPerDay: config.COACH_MONEY_PER_DAY,
    prices: { input: config.COACH_PRICE_INPUT, output: config.COACH_PRICE_OUTPUT },
  };
  const shared = {
    derive,
    fallback: builtIn,
    openSpending: db === null ? unlimited : dailyBudget(db, budget),
    cache: db === null ? noCache : readingCache(db, config.COACH_CACHE_DAYS),
    timeoutMs: config.COACH_TIMEOUT_SECONDS * 1000,
    requestsAtOnce: config.COACH_REQUESTS_AT_ONCE,
    log,
  };
  return ({ integration_id, ai_models }) => {
    const asked = ai_models.find(({ type, model }) => type === 'coaching' && enabled.has(model))?.model;
    const model = asked ?? usual;
    if (model === BUILT_IN) return builtIn;
    return languageModelCoach({
      ...shared,
      integrationId: integration_id,
      findModel: () => source.find(model),
      lost: source.lost,
    });
  };
}

function localSource({ config, log, localAddresses }: ChooseCoachOptions): ModelSource {
  return findLocalModel({
    url: config.COACH_URL,
    model: config.COACH_MODEL,
    apiKey: config.COACH_API_KEY,
    log,
    ...(localAddresses === undefined ? {} : { addresses: localAddresses }),
  });
}

function setSource(config: Omit<CoachSettings, 'COACH_ENGINE'> & { COACH_ENGINE: EngineName }): ModelSource {
  const { COACH_ENGINE: engine, COACH_URL: url, COACH_API_KEY: apiKey, COACH_MODEL, COACH_MODELS } = config;
  const missing = (name: string) => `${name} is missing: COACH_ENGINE ${engine} needs it`;
  const faults = [
    ...(engine === 'openai-compatible' && url === undefined ? [missing('COACH_URL')] : []),
    ...(engine === 'anthropic' && apiKey === undefined ? [missing('COACH_API_KEY')] : []),
    ...(COACH_MODEL === undefined && COACH_MODELS.length === 0 ? [missing('COACH_MODEL')] : []),
  ];
  if (faults.length > 0) throw new ConfigError(faults);
  return {
    find: async (model = '') => connectModel({ engine, model, url, apiKey }),
    lost: () => {},
  };
}
