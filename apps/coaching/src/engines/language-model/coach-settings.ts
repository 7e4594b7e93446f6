import { type Static, type TObject, Type } from '@sinclair/typebox';

/** Which engine coaches, and what it may take. */
export const coachSettings = {
  COACH_ENGINE: Type.Union(
    [
      Type.Literal('built-in'),
      Type.Literal('auto'),
      Type.Literal('openai-compatible'),
      Type.Literal('anthropic'),
    ],
    {
      default: 'built-in',
      description:
        'What coaches; auto: a language model of Ollama or llama.cpp on this machine, where one runs',
    },
  ),
  COACH_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
      description: 'Base address of the language model’s API, as `http://127.0.0.1:11434/v1`',
    }),
  ),
  COACH_MODEL: Type.Optional(
    Type.String({
      description:
        'Model of recordings that ask for none; empty: the built-in engine, with auto the server’s first',
    }),
  ),
  COACH_MODELS: Type.Array(Type.String(), {
    default: [],
    description: 'Models, comma-separated, that a submission may ask for by `ai_models` of type `coaching`',
  }),
  COACH_API_KEY: Type.Optional(Type.String({ description: 'Key for the language model’s API' })),
  COACH_TIMEOUT_SECONDS: Type.Integer({
    default: 20,
    minimum: 1,
    maximum: 600,
    description: 'Longest time a language model may take for a call; then the built-in engine coaches it',
  }),
  COACH_REQUESTS_AT_ONCE: Type.Integer({
    default: 8,
    minimum: 1,
    maximum: 64,
    description: 'Requests at once for one call, each for about a hundred seconds of talk',
  }),
  COACH_TOKENS_PER_DAY: Type.Integer({
    default: 2_000_000,
    minimum: 1,
    description: 'Tokens of language models an integration may use on a UTC day',
  }),
  COACH_PRICE_INPUT: Type.Number({
    default: 0,
    minimum: 0,
    description: 'Price of a million tokens sent, in any currency',
  }),
  COACH_PRICE_OUTPUT: Type.Number({
    default: 0,
    minimum: 0,
    description: 'Price of a million tokens received, in the same currency',
  }),
  COACH_MONEY_PER_DAY: Type.Optional(
    Type.Number({
      minimum: 0,
      description:
        'What language models may cost an integration on a UTC day, by these prices; empty: no limit',
    }),
  ),
  COACH_CACHE_DAYS: Type.Integer({
    default: 30,
    minimum: 0,
    maximum: 3650,
    description: 'Days for which a model is not asked again about the same words; 0: always asked',
  }),
};
export type CoachSettings = Static<TObject<typeof coachSettings>>;
