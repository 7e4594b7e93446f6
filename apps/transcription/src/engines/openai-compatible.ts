import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Logger } from '@debrief/service-kit/logger';
import { TransientFailure } from '../transient-failure.ts';
import { EnginePlaces } from '../work/engine-places.ts';
import { EndpointClient, type EndpointTimes, TIMES } from './endpoint/endpoint-client.ts';
import type { Endpoint } from './endpoint/endpoint-settings.ts';
import { findHallucination } from './endpoint/hallucinations.ts';
import { KeptReplies } from './endpoint/kept-replies.ts';
import type { Reply } from './endpoint/read-reply.ts';
import { wordsOfReply } from './endpoint/words-of-reply.ts';
import type { Cost, Engine, Recognizer, Word } from './engine.ts';
import { type Span, soundingIn } from './lay-out-words.ts';

/** Grows when the same reply is read in another way. */
const VERSION = '1';
const HEADER_BYTES = 44;
const BYTES_PER_SECOND = 32_000;
/** Of the second try at a window: at 0 a model falls into the same loop. */
const SECOND_TEMPERATURE = 0.4;
/** A word or two of politeness over silence are left out, and no reason to ask again. */
const WORDS_OVER_SILENCE_MIN = 4;
export const OPENAI_COMPATIBLE = 'openai-compatible';

/** An API of the form of OpenAI's `/audio/transcriptions`. Without an endpoint it is an engine that is not there. */
export function openAiCompatible(
  endpoint: Endpoint | null,
  { log, endpointPlaces = availableParallelism() }: { log: Logger; endpointPlaces?: number },
  times: EndpointTimes = TIMES,
): Engine {
  const name = endpoint?.name ?? OPENAI_COMPATIBLE;
  if (endpoint === null) return { name, find: async () => null };
  const client = new EndpointClient(endpoint, times);
  const kept = new KeptReplies();
  const places = new EnginePlaces(endpointPlaces);
  let told: string | null = null;
  const fault = () => {
    const text =
      client.fault === null ? null : `the speech endpoint ${name} ${client.fault}${adviceOn(client)}`;
    if (text !== null && text !== told) log.warn({}, text);
    told = text;
    return text;
  };
  return {
    name,
    ...(endpoint.name === null ? {} : { isOnlyByName: true }),
    async find() {
      fault();
      return client.look() ? recognizerOf({ client, kept, places, log }) : null;
    },
    fault,
    close: async () => client.close(),
  };
}

function adviceOn({ fault, endpoint }: EndpointClient): string {
  if (!fault?.startsWith('refuses')) return '';
  return endpoint.name === null
    ? '; look at SPEECH_ENDPOINT_URL, _MODEL and _API_KEY'
    : '; look at its url, model and api_key in SPEECH_ENDPOINTS';
}

/** For one recording: it finds out which language is spoken, and counts. */
function recognizerOf(o: {
  client: EndpointClient;
  kept: KeptReplies;
  places: EnginePlaces;
  log: Logger;
}): Recognizer {
  const { client, kept, places, log } = o;
  const { endpoint } = client;
  const costOf = (windows: readonly number[]): Cost => {
    const seconds = windows.reduce((sum, one) => sum + Math.max(one, endpoint.minSeconds), 0);
    return { seconds, money: (seconds * endpoint.price) / 60 };
  };
  const heardSeconds = new Map<string, number>();
  const sent: number[] = [];
  const replies = new Map<string, Reply>();
  let refusedSeconds = 0;

  /** What it says of a window, or said before this recording had to wait. */
  async function ask(
    audio: Uint8Array<ArrayBuffer>,
    o: { temperature: number | null; signal: AbortSignal; onProgress: () => void },
  ): Promise<Reply> {
    const key = `${createHash('sha256').update(audio).digest('base64')} ${o.temperature}`;
    const known = kept.take(key);
    const reply = known ?? (await client.hear(audio, o).catch(giveUp));
    if (known === null) sent.push((audio.length - HEADER_BYTES) / BYTES_PER_SECOND);
    replies.set(key, reply);
    return reply;
  }

  function giveUp(error: unknown): never {
    if (error instanceof TransientFailure && error.failure.code === 'endpoint_unavailable')
      kept.keep(replies);
    throw error;
  }

  async function hear(file: string, signal: AbortSignal, onProgress: () => void): Promise<Word[]> {
    const audio = new Uint8Array(await readFile(file));
    const seconds = (audio.length - HEADER_BYTES) / BYTES_PER_SECOND;
    const sounding = soundingIn(Buffer.from(audio.buffer, HEADER_BYTES));
    for (const temperature of [null, SECOND_TEMPERATURE]) {
      const reply = await ask(audio, { temperature, signal, onProgress });
      const { words, refusal } = judge(reply, sounding);
      if (refusal === null) {
        if (reply.language !== null && words.length > 0)
          heardSeconds.set(reply.language, (heardSeconds.get(reply.language) ?? 0) + seconds);
        return words;
      }
      log.info({ why: refusal, temperature }, 'words that an endpoint gave for a window are refused');
    }
    refusedSeconds += seconds;
    return [];
  }

  return {
    name: OPENAI_COMPATIBLE,
    version: VERSION,
    model: endpoint.model,
    places,
    get language() {
      return endpoint.language ?? mostHeard(heardSeconds) ?? 'und';
    },
    get refusedSeconds() {
      return refusedSeconds;
    },
    metered: { costOf, spent: () => costOf(sent) },
    async load(onProgress) {
      onProgress();
      return client.isReady();
    },
    recognize: hear,
  };
}

function judge(reply: Reply, sounding: readonly Span[]): { words: Word[]; refusal: string | null } {
  const { words, overSilence } = wordsOfReply(reply, sounding);
  const seconds = sounding.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
  const text = words.map((word) => word.text).join(' ');
  const isOverSilence = overSilence > words.length && overSilence >= WORDS_OVER_SILENCE_MIN;
  return { words, refusal: isOverSilence ? 'words where nothing sounds' : findHallucination(text, seconds) };
}

function mostHeard(seconds: ReadonlyMap<string, number>): string | null {
  const [first] = [...seconds].sort(([, one], [, other]) => other - one);
  return first?.[0] ?? null;
}
