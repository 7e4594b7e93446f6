import { updateIntegration } from '@debrief/contracts/operations/directory-access';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { handleEach } from '@debrief/messaging/handle-each';
import { serve } from '@debrief/messaging/serve';
import { createLogger } from '@debrief/service-kit/logger';
import t from 'tap';
import { runDebrief } from '../run-debrief.ts';

const nats = await testNats(t);
const messaging = await connect({
  url: nats.url,
  name: 'test',
  log: createLogger({ name: 'test', level: 'silent' }),
});
t.teardown(() => messaging.close());
const id = '01900000-0000-7000-8000-000000000001';
const asked: unknown[] = [];
await serve(messaging, {
  ...{ service: 'directory', version: '0.1.0' },
  handlers: [
    handleEach(updateIntegration, async ({ input }) => {
      asked.push(input);
      return { ok: input as never };
    }),
  ],
});
const update = (...args: string[]) => runDebrief(['--nats', nats.url, 'integrations', 'update', id, ...args]);

t.test('what is kept is set, and set back', async (t) => {
  await update('--text-days', '90', '--audio-days', '7', '--card-numbers', 'keep', '--signals', 'off');
  await update(
    '--text-days',
    'all',
    '--audio-days',
    'default',
    '--card-numbers',
    'remove',
    '--signals',
    'on',
  );
  t.strictSame(asked, [
    { id, text_days: 90, audio_days: 7, removes_card_numbers: false, signals: false },
    { id, text_days: null, audio_days: null, removes_card_numbers: true, signals: true },
  ]);
});

t.test('what hears the recordings is named, or left to the worker', async (t) => {
  asked.length = 0;
  await update('--speech-engine', 'whisper-1');
  await update('--speech-engine', 'none');
  t.strictSame(asked, [
    { id, speech_engine: 'whisper-1' },
    { id, speech_engine: null },
  ]);
});

t.test('a version that is expected is passed on', async (t) => {
  asked.length = 0;
  await update('--review-days', '5', '--expect', '3');
  t.strictSame(asked, [{ id, review_days: 5, expected_version: 3 }]);
});

t.test('cadences are given in a list or one by one, and none is lost', async (t) => {
  asked.length = 0;
  await update('--cadence', 'weekly', '--cadence', 'monthly,semimonthly');
  t.strictSame(asked, [{ id, cadences: ['weekly', 'monthly', 'semimonthly'] }]);
});

t.test('what cannot be set is refused in words', async (t) => {
  for (const [option, value, message] of [
    ['--text-days', '0', 'Invalid --text-days "0". Use a whole number from 1 to 36500, or "all".'],
    ['--audio-days', 'all', 'Invalid --audio-days "all". Use a whole number from 0 to 36500, or "default".'],
    ['--card-numbers', 'no', 'Invalid --card-numbers "no". Use remove or keep.'],
    [
      '--speech-engine',
      'my engine',
      'Invalid --speech-engine "my engine". Use the name of an engine or an endpoint of the worker, "auto" or "none".',
    ],
    ['--expect', 'new', 'Invalid --expect "new". Use the version that show prints, such as 2.'],
    ['--signals', 'maybe', 'Invalid --signals "maybe". Use on or off.'],
  ] as const)
    t.match(await update(option, value), { status: 1, stdout: '', stderr: `debrief: ${message}\n` });
});
