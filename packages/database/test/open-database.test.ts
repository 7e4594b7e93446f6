import t from 'tap';
import { addJob, defineJob, handleJob } from '../src/jobs.ts';
import { openDatabase } from '../src/open-database.ts';
import { appendToOutbox, type OutboxTables } from '../src/outbox.ts';
import { type DatabaseLog, transaction } from '../src/pool.ts';
import { emptyDatabase } from './empty-database.ts';
import { Stream, until } from './stream.ts';

const log: DatabaseLog = { info() {}, warn() {}, error() {} };
const migrations = new URL('./migrations/', import.meta.url);
const noteJob = defineJob<{ body: string }>({ schema: 'notes', name: 'note' });

t.test('an opened database is migrated, publishes events, runs jobs, and closes both', async (t) => {
  const options = {
    url: await emptyDatabase(t),
    schema: 'notes',
    poolSize: 2,
    migrations,
    withJobs: true,
    log,
  };
  const database = await openDatabase<OutboxTables>(options);
  await database.check();
  const stream = new Stream();
  const outbox = database.startOutbox({
    publish: stream.publish,
    streamState: stream.streamState,
    onReconnect() {},
  });
  const done: string[] = [];
  await database.startJobs([handleJob(noteJob, async ({ body }) => void done.push(body))], {
    concurrency: 1,
  });
  await transaction(database.db, async function appendAndAdd(tx) {
    await appendToOutbox(tx, [{ subject: 'note.written', payload: {}, messageId: 'written' }]);
    await addJob(tx, noteJob, { body: 'read it' });
  });
  outbox.wake();
  await until(() => done.length === 1 && stream.ids.length === 1);
  t.same([done, stream.ids], [['read it'], ['written']]);
  await database.close();
  await t.rejects(database.check());
});

t.test('without outbox and jobs only the connections are closed', async (t) => {
  const database = await openDatabase({
    url: await emptyDatabase(t),
    schema: 'notes',
    poolSize: 1,
    migrations,
    log,
  });
  await database.check();
  await database.close();
  await t.rejects(database.check());
});
