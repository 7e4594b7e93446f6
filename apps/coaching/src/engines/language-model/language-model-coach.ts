import { createHash } from 'node:crypto';
import type { CoachEngine, FallbackReason } from '@debrief/contracts/resources/analysis';
import { type Rubric, rubricVersion } from '@debrief/contracts/resources/rubric';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { Logger } from '@debrief/service-kit/run';
import type { Coach, Coached, CoachingContext, CoachingRun } from '../coach.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { mostTokens, type Tokens } from './ask-model.ts';
import { buildConversation } from './build-conversation.ts';
import type { ConnectedModel } from './connect-model.ts';
import { cutWindows, linesOf } from './cut-windows.ts';
import type { OpenSpending } from './daily-budget.ts';
import { eachAtOnce } from './each-at-once.ts';
import { EngineFailure } from './engine-failure.ts';
import { PROMPT_VERSION, promptOf } from './prompt.ts';
import type { FoundStretch } from './read-reply.ts';
import { firstQuestion, readWindow } from './read-window.ts';
import type { ReadingCache } from './reading-cache.ts';

/** Everything that is reported, derived from what an engine understood. */
export type Derive = (
  conversation: Conversation,
  rubric: Rubric,
  engine: CoachEngine,
  signal?: AbortSignal,
) => Coached | Promise<Coached>;

export interface LanguageModelOptions {
  /** Null when none is within reach. */
  findModel(): Promise<ConnectedModel | null>;
  /** Called when a model that was found did not answer. */
  lost(): void;
  integrationId: string;
  derive: Derive;
  /** What coaches a call that the model cannot. */
  fallback: Coach;
  openSpending: OpenSpending;
  cache: ReadingCache;
  timeoutMs: number;
  requestsAtOnce: number;
  log: Logger;
}

/** Grows when the same reply is read in another way. */
const VERSION = '1';

/**
 * A language model labels what people do in a call; the code that reports is the same as for the built-in engine, and
 * takes over the whole call when the model fails on any part of it.
 */
export function languageModelCoach(options: LanguageModelOptions): Coach {
  return {
    async analyze(transcript, rubric, context, run = {}) {
      const { signal } = run;
      async function fallBack(reason: FallbackReason): Promise<Coached> {
        const result = await options.fallback.analyze(transcript, rubric, context, run);
        return { ...result, engine: { ...result.engine, fallback_reason: reason } };
      }
      const deadline = AbortSignal.timeout(options.timeoutMs);
      const ends = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
      const model = await options.findModel();
      if (model === null) return fallBack('unavailable');
      try {
        const found = await readCall(options, model, transcript, context, { ...run, signal: ends });
        const conversation = buildConversation(transcript, context, found);
        return await options.derive(conversation, rubric, engineOf(model, rubric), signal);
      } catch (error) {
        signal?.throwIfAborted();
        const reason = error === deadline.reason ? 'time_limit' : reasonOf(error);
        options.log.warn(
          { reason, model: model.model },
          'a language model failed; the built-in engine coaches',
        );
        if (reason === 'unavailable') options.lost();
        return fallBack(reason);
      }
    },
  };
}

function reasonOf(error: unknown): FallbackReason {
  if (error instanceof EngineFailure) return error.reason;
  throw error;
}

function engineOf({ engine, model }: ConnectedModel, rubric: Rubric): CoachEngine {
  return {
    name: engine,
    version: VERSION,
    model,
    prompt_version: PROMPT_VERSION,
    rubric_version: rubricVersion(rubric),
    fallback_reason: null,
  };
}

async function readCall(
  { integrationId, openSpending, cache, requestsAtOnce, log }: LanguageModelOptions,
  model: ConnectedModel,
  transcript: Transcript,
  context: CoachingContext,
  { signal, onProgress }: CoachingRun & { signal: AbortSignal },
): Promise<readonly FoundStretch[]> {
  const requests = cutWindows(linesOf(transcript)).map((window) => ({
    window,
    prompt: promptOf(window, context.incoming),
  }));
  if (requests.length === 0) return [];
  const prompts = requests.map(({ prompt }) => prompt);
  const contentHash = hashOf([
    VERSION,
    PROMPT_VERSION,
    model.engine,
    model.model,
    prompts,
    placesOf(transcript),
  ]);
  const known = await cache.find(integrationId, contentHash);
  if (known !== null) return known;

  /** What was read is paid for: an outage that comes after it may cost the note of it, not the reading. */
  const noted = (note: Promise<void>) =>
    note.catch((error: unknown) =>
      log.warn({ err: error }, 'a reading could not be cached or accounted for'),
    );
  const spending = openSpending(integrationId);
  const most = prompts.map((prompt) => mostTokens(firstQuestion(prompt))).reduce(plus);
  if (!(await spending.reserve(most))) throw new EngineFailure('daily_limit');
  try {
    let read = 0;
    const found = await eachAtOnce(requests, requestsAtOnce, signal, async (request, ends) => {
      const stretches = await readWindow({ ...request, model, spending }, ends);
      read += 1;
      onProgress?.(read / requests.length);
      return stretches;
    });
    await noted(cache.store(integrationId, contentHash, found.flat()));
    return found.flat();
  } finally {
    await noted(spending.settle());
  }
}

/** The prompt leaves out spaces and invisible characters, which count in the places that are found. */
function placesOf({ segments }: Transcript): string[] {
  return segments.map(({ text }) => text);
}

function hashOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

function plus(a: Tokens, b: Tokens): Tokens {
  return { input: a.input + b.input, output: a.output + b.output };
}
