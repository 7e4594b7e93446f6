import { SpeechEngineName } from '@debrief/contracts/resources/access';
import { violationsOf } from '@debrief/contracts/violations';
import { ConfigError } from '@debrief/service-kit/config';
import { type Static, type TObject, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const url = { pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$' };
const language = { pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' };
const Timeout = { default: 60, minimum: 1, maximum: 600 };

/** An API that hears, what it may take, and what that costs. */
export const endpointSettings = {
  SPEECH_ENDPOINT_URL: Type.Optional(
    Type.String({
      ...url,
      description:
        'Base address of an API that hears, as `https://api.openai.com/v1`, or its whole address, as `http://127.0.0.1:8080/inference`',
    }),
  ),
  SPEECH_ENDPOINT_MODEL: Type.Optional(
    Type.String({ description: 'Its model, as `whisper-1`; required with `SPEECH_ENDPOINT_URL`' }),
  ),
  SPEECH_ENDPOINT_API_KEY: Type.Optional(Type.String({ description: 'Key for it' })),
  SPEECH_ENDPOINT_LANGUAGE: Type.Optional(
    Type.String({
      ...language,
      description: 'What is spoken, as `en` or `pt-BR`; empty: the endpoint finds out for each window',
    }),
  ),
  SPEECH_ENDPOINT_TIMEOUT_SECONDS: Type.Integer({
    ...Timeout,
    description: 'Longest request, for a window of at most 28 s; below 0.8 of `LEASE_SECONDS` of ingest',
  }),
  SPEECH_ENDPOINT_PRICE: Type.Number({
    default: 0,
    minimum: 0,
    description: 'Price of a minute of audio, in any currency',
  }),
  SPEECH_ENDPOINT_MIN_SECONDS: Type.Number({
    default: 0,
    minimum: 0,
    maximum: 60,
    description: 'Seconds that each request costs at least, as some services bill 10',
  }),
  SPEECH_ENDPOINTS: Type.Optional(
    Type.String({
      description:
        'More endpoints by name, as JSON: `{ "NAME": { "url", "model", "api_key", "language", "timeout_seconds", "price", "min_seconds" } }`, of which url and model are required',
    }),
  ),
  SPEECH_ENDPOINT_MINUTES_PER_DAY: Type.Optional(
    Type.Number({
      minimum: 0,
      description: 'Minutes of audio that endpoints may hear of an integration on a UTC day; empty: no limit',
    }),
  ),
  SPEECH_ENDPOINT_MINUTES_PER_DAY_IN_ALL: Type.Optional(
    Type.Number({ minimum: 0, description: 'The same for all integrations together' }),
  ),
  SPEECH_ENDPOINT_MONEY_PER_DAY: Type.Optional(
    Type.Number({
      minimum: 0,
      description: 'What endpoints may cost an integration on a UTC day, by these prices; empty: no limit',
    }),
  ),
  SPEECH_ENDPOINT_MONEY_PER_DAY_IN_ALL: Type.Optional(
    Type.Number({ minimum: 0, description: 'The same for all integrations together' }),
  ),
};
export type EndpointSettings = Static<TObject<typeof endpointSettings>>;

/** By the names that the settings of one endpoint have without their prefix. */
const NamedEndpoint = Type.Object(
  {
    url: Type.String(url),
    model: Type.String({ minLength: 1 }),
    api_key: Type.Optional(Type.String()),
    language: Type.Optional(Type.String(language)),
    timeout_seconds: Type.Optional(Type.Integer(Timeout)),
    price: Type.Optional(Type.Number({ minimum: 0 })),
    min_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 60 })),
  },
  { additionalProperties: false },
);

export interface Endpoint {
  /** By which it is asked for; null: the one of SPEECH_ENDPOINT_URL. */
  name: string | null;
  url: string;
  model: string;
  apiKey: string | undefined;
  /** BCP 47. */
  language: string | undefined;
  timeoutMs: number;
  /** Of a minute. */
  price: number;
  minSeconds: number;
}

/** @throws ConfigError with all faults. */
export function readEndpoints(config: Readonly<EndpointSettings>): {
  endpoint: Endpoint | null;
  named: Endpoint[];
} {
  const faults: string[] = [];
  const { SPEECH_ENDPOINT_URL: base, SPEECH_ENDPOINT_MODEL: model } = config;
  if (base !== undefined && model === undefined)
    faults.push('SPEECH_ENDPOINT_MODEL is missing: SPEECH_ENDPOINT_URL needs it');
  const named = readNamed(config.SPEECH_ENDPOINTS, faults);
  const endpoint: Endpoint | null =
    base === undefined || model === undefined
      ? null
      : {
          name: null,
          url: requestUrl(base),
          model,
          apiKey: config.SPEECH_ENDPOINT_API_KEY,
          language: config.SPEECH_ENDPOINT_LANGUAGE,
          timeoutMs: config.SPEECH_ENDPOINT_TIMEOUT_SECONDS * 1000,
          price: config.SPEECH_ENDPOINT_PRICE,
          minSeconds: config.SPEECH_ENDPOINT_MIN_SECONDS,
        };
  const { SPEECH_ENDPOINT_MONEY_PER_DAY: own, SPEECH_ENDPOINT_MONEY_PER_DAY_IN_ALL: all } = config;
  const isPriced = [endpoint, ...named].some((one) => one !== null && one.price > 0);
  if ((own ?? all) !== undefined && !isPriced)
    faults.push('SPEECH_ENDPOINT_PRICE is missing: a limit in money needs a price');
  if (faults.length > 0) throw new ConfigError(faults);
  return { endpoint, named };
}

/** Faults name what is wrong and quote nothing: there are keys in it. */
function readNamed(text: string | undefined, faults: string[]): Endpoint[] {
  if (text === undefined) return [];
  const all = parseJson(text);
  if (typeof all !== 'object' || all === null || Array.isArray(all)) {
    faults.push('SPEECH_ENDPOINTS must be a JSON object: its fields are names of endpoints');
    return [];
  }
  return Object.entries(all).flatMap(([name, given]: [string, unknown]) => {
    const found = violationsOf(NamedEndpoint, given);
    const place = `SPEECH_ENDPOINTS, ${JSON.stringify(name)}`;
    if (!Value.Check(SpeechEngineName, name))
      found.push('the name must be of letters, digits and . _ : / -, 64 at most');
    faults.push(...found.map((fault) => `${place}: ${fault}`));
    if (!Value.Check(NamedEndpoint, given)) return [];
    return {
      name,
      url: requestUrl(given.url),
      model: given.model,
      apiKey: given.api_key,
      language: given.language,
      timeoutMs: (given.timeout_seconds ?? Timeout.default) * 1000,
      price: given.price ?? 0,
      minSeconds: given.min_seconds ?? 0,
    };
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** whisper.cpp's server listens at /inference unless it is told otherwise. */
function requestUrl(base: string): string {
  return /\/(audio\/transcriptions|inference)$/.test(base)
    ? base
    : `${base.replace(/\/$/, '')}/audio/transcriptions`;
}
