import t from 'tap';
import { dataFolder, start, startWith } from './start-process.ts';

t.test('a stop before all is up leaves nothing running', async (t) => {
  const folder = dataFolder(t);
  const debrief = start(t, '--no-demo', '--port', '0', '--data-dir', folder);
  await debrief.says('NATS is up');
  debrief.kill('SIGINT');
  t.equal(await debrief.ended, 0);
  t.notMatch(debrief.output(), 'Debrief is ready');
});

t.test('Debrief stops in the middle of the demo', async (t) => {
  const debrief = start(t, '--port', '0', '--data-dir', dataFolder(t));
  await debrief.says('transcribing');
  debrief.kill('SIGINT');
  t.equal(await debrief.ended, 0);
  t.notMatch(debrief.output(), 'The demo failed');
});

t.test('a Postgres or NATS that does not answer is named', async (t) => {
  const args = ['--no-demo', '--port', '0', '--data-dir', dataFolder(t)];
  const noPostgres = startWith(t, { DATABASE_URL: 'postgres://root:secret@127.0.0.1:1/debrief' }, ...args);
  t.equal(await noPostgres.ended, 1);
  t.match(noPostgres.output(), /DATABASE_URL \(127\.0\.0\.1:1\/debrief\) does not answer/);
  t.notMatch(noPostgres.output(), 'secret');
  const noNats = startWith(t, { NATS_URL: 'nats://127.0.0.1:1' }, ...args);
  t.equal(await noNats.ended, 1);
  t.match(noNats.output(), /NATS_URL \(127\.0\.0\.1:1\) does not answer/);
});
