import { Type } from '@sinclair/typebox';
import t from 'tap';
import {
  ConfigError,
  commonSettings,
  databaseSettings,
  describeSettings,
  loadConfig,
  workSettings,
} from '../src/config.ts';

const settings = Type.Object({
  PORT: Type.Integer({ minimum: 1, maximum: 65_535, default: 8080, description: 'Port' }),
  RATIO: Type.Number({ default: 0.5, description: 'Ratio' }),
  OPEN: Type.Boolean({ default: false, description: 'Open' }),
  NAMES: Type.Array(Type.String(), { default: [], description: 'Names' }),
  PORTS: Type.Optional(Type.Array(Type.Integer(), { description: 'Ports' })),
  URL: Type.String({ pattern: '^https?://', description: 'Where to call' }),
  MODE: Type.Union([Type.Literal('fast'), Type.Literal('safe')], { default: 'safe', description: 'Mode' }),
});

t.test('defaults fill what the environment leaves out or leaves empty', async (t) => {
  const config = loadConfig(settings, { URL: 'http://a', PORT: '', OTHER: 'x' });
  t.strictSame(config, { PORT: 8080, RATIO: 0.5, OPEN: false, NAMES: [], URL: 'http://a', MODE: 'safe' });
});

t.test('apps with leased work share its settings, with meanings and a length of their own', (t) => {
  const meanings = { leaseMeaning: 'Lease', attemptMeaning: 'Attempt' };
  const work = Type.Object(workSettings({ attemptSeconds: 180, ...meanings }));
  t.match(loadConfig(work, { WAIT_DAYS: '0.5' }), {
    ...{
      LEASE_SECONDS: 90,
      ATTEMPT_SECONDS: 180,
      MAX_ATTEMPTS: 3,
      WAIT_DAYS: 0.5,
      SWEEP_INTERVAL_SECONDS: 1,
    },
  });
  t.match(describeSettings(work), [{ meaning: 'Lease' }, { meaning: 'Attempt' }]);
  t.end();
});

t.test('text becomes the type its schema asks for', async (t) => {
  const config = loadConfig(settings, {
    URL: 'https://b',
    PORT: '9000',
    RATIO: '0.25',
    OPEN: 'true',
    NAMES: 'a, b,,c',
    PORTS: '1,2',
    MODE: 'fast',
  });
  t.strictSame(config, {
    PORT: 9000,
    RATIO: 0.25,
    OPEN: true,
    NAMES: ['a', 'b', 'c'],
    PORTS: [1, 2],
    URL: 'https://b',
    MODE: 'fast',
  });
  t.equal(loadConfig(settings, { URL: 'http://a', OPEN: 'false' }).OPEN, false);
});

t.test('a value may stand in a file, as secrets are mounted', async (t) => {
  const folder = t.testdir({ url: 'http://a/secret\n' });
  t.match(loadConfig(settings, { URL_FILE: `${folder}/url` }), { URL: 'http://a/secret' });
  for (const [env, message] of [
    [{ URL: 'http://b', URL_FILE: `${folder}/url` }, /URL and URL_FILE are both set/],
    [{ URL_FILE: `${folder}/none` }, /URL_FILE cannot be read: ENOENT/],
    [{ URL: 'http://b', PORT_FILE: `${folder}/url` }, /PORT must be/],
  ] as const) {
    t.throws(() => loadConfig(settings, env), { message });
  }
});

t.test('all faults are reported together, without repeating a value', async (t) => {
  const env = { PORT: ' 80', RATIO: '1e3', OPEN: 'yes', PORTS: '1,x', MODE: 'secret-mode' };
  try {
    loadConfig(settings, env);
    t.fail('a broken environment was accepted');
  } catch (error) {
    t.ok(error instanceof ConfigError);
    const { faults, message } = error as ConfigError;
    t.strictSame(
      faults.map((fault) => fault.split(' ')[0]),
      ['PORT', 'RATIO', 'OPEN', 'PORTS', 'URL', 'MODE'],
    );
    t.match(faults[0], 'PORT must be a whole number at least 1 and at most 65535');
    t.equal(faults[3], 'PORTS must be a comma-separated list, each item a whole number: Ports');
    t.match(faults[4], 'URL is missing');
    t.match(faults[5], 'one of fast, safe');
    t.notMatch(message, 'secret-mode');
  }
});

t.test('a loaded configuration cannot be changed', async (t) => {
  const config = loadConfig(Type.Object(commonSettings), {}) as { LOG_LEVEL: string };
  t.throws(() => {
    config.LOG_LEVEL = 'debug';
  });
});

t.test('a database URL must be one of Postgres', async (t) => {
  const schema = Type.Object(databaseSettings);
  t.throws(() => loadConfig(schema, { DATABASE_URL: 'mysql://x' }), { message: /matches/ });
  t.equal(loadConfig(schema, { DATABASE_URL: 'postgresql://x' }).DATABASE_POOL_SIZE, 10);
});

t.test('settings describe themselves for a README', async (t) => {
  t.strictSame(describeSettings(settings)[5], { name: 'URL', default: 'required', meaning: 'Where to call' });
  t.strictSame(describeSettings(settings)[4], { name: 'PORTS', default: '', meaning: 'Ports' });
});
