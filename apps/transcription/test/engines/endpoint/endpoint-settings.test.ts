import { ConfigError, loadConfig } from '@debrief/service-kit/config';
import t from 'tap';
import { settings } from '../../../src/config.ts';
import { readEndpoints } from '../../../src/engines/endpoint/endpoint-settings.ts';
import { speechLimitsOf } from '../../../src/work/speech-budget.ts';

const configOf = (env: Record<string, string>) =>
  loadConfig(settings, { NATS_URL: 'nats://127.0.0.1', ...env });
const faultsOf = (env: Record<string, string>) => {
  try {
    readEndpoints(configOf(env));
    return [];
  } catch (error) {
    return (error as ConfigError).faults;
  }
};
const own = { SPEECH_ENDPOINT_URL: 'https://api.example/v1/', SPEECH_ENDPOINT_MODEL: 'whisper-1' };

t.test('an endpoint is what its settings say, and more have names', async (t) => {
  const config = configOf({
    ...own,
    SPEECH_ENDPOINT_API_KEY: 'sk-1',
    SPEECH_ENDPOINT_PRICE: '0.006',
    SPEECH_ENDPOINTS: JSON.stringify({
      'whisper-large-v3': {
        ...{ url: 'https://api.groq.example/openai/v1', model: 'whisper-large-v3', api_key: 'gsk-2' },
        ...{ language: 'en', timeout_seconds: 20, price: 0.002, min_seconds: 10 },
      },
      home: { url: 'http://10.0.0.7:8080/inference', model: 'any' },
    }),
  });
  t.same(readEndpoints(config), {
    endpoint: {
      ...{
        name: null,
        url: 'https://api.example/v1/audio/transcriptions',
        model: 'whisper-1',
        apiKey: 'sk-1',
      },
      ...{ language: undefined, timeoutMs: 60_000, price: 0.006, minSeconds: 0 },
    },
    named: [
      {
        ...{ name: 'whisper-large-v3', url: 'https://api.groq.example/openai/v1/audio/transcriptions' },
        ...{ model: 'whisper-large-v3', apiKey: 'gsk-2', language: 'en', timeoutMs: 20_000, price: 0.002 },
        minSeconds: 10,
      },
      {
        ...{ name: 'home', url: 'http://10.0.0.7:8080/inference', model: 'any', apiKey: undefined },
        ...{ language: undefined, timeoutMs: 60_000, price: 0, minSeconds: 0 },
      },
    ],
  });
  t.same(readEndpoints(configOf({})), { endpoint: null, named: [] });
});

t.test('every fault is told at once, and no key', async (t) => {
  t.same(faultsOf({ SPEECH_ENDPOINT_URL: 'https://api.example/v1' }), [
    'SPEECH_ENDPOINT_MODEL is missing: SPEECH_ENDPOINT_URL needs it',
  ]);
  t.same(faultsOf({ ...own, SPEECH_ENDPOINT_MONEY_PER_DAY: '5' }), [
    'SPEECH_ENDPOINT_PRICE is missing: a limit in money needs a price',
  ]);
  const secret = 'sk-very-secret';
  for (const broken of [`{"a": {"api_key": "${secret}"`, `["${secret}"]`, 'null'])
    t.same(faultsOf({ SPEECH_ENDPOINTS: broken }), [
      'SPEECH_ENDPOINTS must be a JSON object: its fields are names of endpoints',
    ]);
  const faults = faultsOf({
    SPEECH_ENDPOINTS: JSON.stringify({
      good: { url: 'ftp://x', model: 'm', api_key: secret, modle: 'm' },
      'not good': { url: 'http://x', model: 'm', api_key: 7 },
      none: secret,
    }),
  });
  t.match(faults.join('\n'), /"good": url must be/);
  t.match(faults.join('\n'), /"good": modle/);
  t.match(faults.join('\n'), /"not good": api_key must be/);
  t.match(faults.join('\n'), /"not good": the name must be of letters/);
  t.match(faults.join('\n'), /"none": /);
  t.notMatch(faults.join('\n'), secret);
  t.throws(() => configOf({ SPEECH_ENDPOINT_URL: 'https://user:pass@api.example/v1' }), ConfigError);
});

t.test('limits are of minutes and money, and without one nothing is counted', async (t) => {
  t.equal(speechLimitsOf(configOf(own)), null);
  t.same(speechLimitsOf(configOf({ SPEECH_ENDPOINT_MINUTES_PER_DAY: '90.5' })), {
    ...{ seconds: 5_430, seconds_in_all: null, money: null, money_in_all: null },
  });
  t.same(
    speechLimitsOf(
      configOf({
        SPEECH_ENDPOINT_MONEY_PER_DAY: '2',
        SPEECH_ENDPOINT_MONEY_PER_DAY_IN_ALL: '0',
        SPEECH_ENDPOINT_MINUTES_PER_DAY_IN_ALL: '1',
      }),
    ),
    { seconds: null, seconds_in_all: 60, money: 2, money_in_all: 0 },
  );
});
