import { readFileSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import {
  type AppSurroundings,
  appEnvironment,
  loadAppSettings,
  mailFolder,
  projectFolder,
} from '../../src/start/apps.ts';

const surroundings: AppSurroundings = {
  settings: await loadAppSettings(),
  natsUrl: 'nats://127.0.0.1:4222',
  databaseUrls: { ingest: 'postgres://ingest@127.0.0.1/debrief' },
  port: 8080,
  consolePort: 8081,
  workDir: '/data/work',
  audioDir: '/data/kept audio',
  mailDir: '/data/mail',
  erasureList: '/data/erased.jsonl',
  compileCache: '/data/compile-cache',
  cursorSecret: 'a secret of sixteen characters',
  invitationSecret: 'another secret of this data folder',
  allowDownload: ['store.local:9000'],
  dataDir: '/data',
};

/** Of every app but the worker, unless the operator says otherwise. */
const memory = {
  NODE_OPTIONS: '--max-semi-space-size=8',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

t.test('an app gets its own database, the settings it has, and nothing else of the operator’s', async (t) => {
  t.intercept(process, 'env', {
    value: {
      LEASE_SECONDS: '5',
      DATABASE_URL: 'postgres://root@db',
      COACH_API_KEY: 'key of a language model',
      SPEECH_ENDPOINT_API_KEY: 'key of a speech endpoint',
      SPEECH_ENDPOINTS_FILE: '/secrets/endpoints.json',
      AWS_SECRET_ACCESS_KEY: 'key of something else',
      npm_lifecycle_event: 'start',
      INIT_CWD: '/',
      NODE_CHANNEL_FD: '3',
      SSL_CERT_FILE: '/certificates.pem',
    },
  });
  t.same(appEnvironment('ingest', surroundings), {
    ...memory,
    LEASE_SECONDS: '5',
    SSL_CERT_FILE: '/certificates.pem',
    DATABASE_FOLDER: '/data',
    AUDIO_DAYS: '30',
    AUDIO_URL: 'file:///data/kept%20audio',
    NATS_URL: 'nats://127.0.0.1:4222',
    DATABASE_URL: 'postgres://ingest@127.0.0.1/debrief',
    HEALTH_HOST: '127.0.0.1',
    HEALTH_PORT: '0',
    NODE_COMPILE_CACHE: '/data/compile-cache',
  });
  t.equal(appEnvironment('coaching', surroundings).COACH_API_KEY, 'key of a language model');
  const { SPEECH_ENDPOINT_API_KEY, SPEECH_ENDPOINTS_FILE } = appEnvironment('transcription', surroundings);
  t.equal(SPEECH_ENDPOINT_API_KEY, 'key of a speech endpoint');
  t.equal(SPEECH_ENDPOINTS_FILE, '/secrets/endpoints.json');
  const { DATABASE_URL, WORK_DIR, ALLOW_DOWNLOAD_FROM } = appEnvironment('transcription', surroundings);
  t.equal(DATABASE_URL, undefined, 'the superuser’s URL reaches no app');
  t.equal(WORK_DIR, '/data/work');
  t.equal(ALLOW_DOWNLOAD_FROM, 'localhost,127.0.0.1,[::1],store.local:9000');
});

t.test(
  'a gateway that only this machine reaches lets a key ask more, unless the operator says how much',
  async (t) => {
    t.intercept(process, 'env', { value: {} });
    t.equal(appEnvironment('gateway', surroundings).RATE_LIMIT_PER_MINUTE, '1200000');
    t.intercept(process, 'env', { value: { RATE_LIMIT_PER_MINUTE: '7' } });
    t.equal(appEnvironment('gateway', surroundings).RATE_LIMIT_PER_MINUTE, '7');
  },
);

t.test('audio is kept in the data folder, unless the operator says where and for how long', (t) => {
  const kept = (name: 'ingest' | 'transcription' | 'console' | 'gateway') => {
    const { AUDIO_URL, AUDIO_DAYS, AUDIO_S3_SECRET } = appEnvironment(name, surroundings);
    return [AUDIO_URL, AUDIO_DAYS, AUDIO_S3_SECRET];
  };
  const folder = 'file:///data/kept%20audio';
  t.intercept(process, 'env', { value: {} });
  t.strictSame(kept('ingest'), [folder, '30', undefined]);
  t.strictSame(kept('transcription'), [folder, undefined, undefined], 'the worker does as ingest says');
  t.strictSame(kept('console'), [folder, undefined, undefined], 'where it is played from');
  t.strictSame(kept('gateway'), [undefined, undefined, undefined]);
  const own = { AUDIO_URL: 's3://calls', AUDIO_DAYS: '0', AUDIO_S3_SECRET: 'of the bucket' };
  t.intercept(process, 'env', { value: own });
  t.strictSame(kept('ingest'), ['s3://calls', '0', 'of the bucket']);
  const compose = readFileSync(path.join(projectFolder, 'docker/compose.yaml'), 'utf8');
  t.match(compose, /AUDIO_DAYS: \$\{AUDIO_DAYS:-0\}/, 'containers keep none, unless they are told to');
  t.end();
});

t.test('apps keep their memory small, and the operator’s word comes last', async (t) => {
  t.intercept(process, 'env', { value: { NODE_OPTIONS: '--use-openssl-ca', MALLOC_TOP_PAD_: '4096' } });
  t.match(appEnvironment('transcription', surroundings), {
    NODE_OPTIONS: '--max-semi-space-size=1 --use-openssl-ca',
    MALLOC_MMAP_THRESHOLD_: '32768',
    MALLOC_TOP_PAD_: '4096',
  });
  t.match(appEnvironment('ingest', surroundings), {
    ...memory,
    NODE_OPTIONS: `${memory.NODE_OPTIONS} --use-openssl-ca`,
    MALLOC_TOP_PAD_: '4096',
  });
  const dockerfile = readFileSync(path.join(projectFolder, 'docker/Dockerfile'), 'utf8');
  for (const [name, value] of Object.entries(memory))
    t.ok(dockerfile.includes(` ${name}=${value}`), `and ${name} in their images`);
});

t.test('a compile cache that the environment names is used', async (t) => {
  t.intercept(process, 'env', { value: { NODE_COMPILE_CACHE: '/cache' } });
  t.equal(appEnvironment('ingest', surroundings).NODE_COMPILE_CACHE, '/cache');
});

t.test(
  'the gateway listens on loopback, signs with our secret or the operator’s, and allows their hosts',
  async (t) => {
    t.intercept(process, 'env', { value: {} });
    t.match(appEnvironment('gateway', surroundings), {
      HOST: '127.0.0.1',
      PORT: '8080',
      CURSOR_SECRETS: surroundings.cursorSecret,
    });
    t.intercept(process, 'env', { value: { CURSOR_SECRETS: 'theirs', ALLOW_DOWNLOAD_FROM: '10.0.0.1' } });
    t.match(appEnvironment('gateway', surroundings), {
      CURSOR_SECRETS: 'theirs',
      ALLOW_DOWNLOAD_FROM: '10.0.0.1,localhost,127.0.0.1,[::1],store.local:9000',
    });
  },
);

t.test(
  'invitations are written into the data folder or the operator’s, unless there is a mail server',
  async (t) => {
    const settingsWith = (env: Record<string, string>) => {
      t.intercept(process, 'env', { value: env });
      const { MAIL_DIR, SMTP_URL } = appEnvironment('directory', {
        ...surroundings,
        mailDir: mailFolder('/data'),
      });
      return { MAIL_DIR, SMTP_URL };
    };
    t.same(settingsWith({}), { MAIL_DIR: '/data/mail', SMTP_URL: undefined });
    t.same(settingsWith({ MAIL_DIR: '/var/mail' }), { MAIL_DIR: '/var/mail', SMTP_URL: undefined });
    const SMTP_URL = 'smtp://localhost';
    t.same(settingsWith({ SMTP_URL }), { MAIL_DIR: undefined, SMTP_URL });
  },
);
