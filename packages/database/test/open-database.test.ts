import { createServer, connect as dial, type Socket } from 'node:net';
import { freePort } from '@debrief/local/free-port';
import t, { type Test } from 'tap';
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

/** The way to a Postgres, on a port of its own: closed until it is opened. */
async function wayTo(t: Test, url: string) {
  const to = new URL(url);
  const port = await freePort();
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => sockets.add(socket.on('error', () => {}));
  const server = createServer((near) => {
    const far = dial(Number(to.port), to.hostname);
    keep(near).add(far);
    keep(far);
    near.pipe(far).pipe(near);
  });
  const open = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  function close(): void {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
  t.teardown(close);
  const from = new URL(to);
  from.host = `127.0.0.1:${port}`;
  return { url: from.href, open, close };
}

function waitingLog() {
  const waits: string[] = [];
  return { waits, log: { ...log, warn: (_: object, message: string) => void waits.push(message) } };
}

t.test('a service that starts before Postgres waits for it, and so do its jobs', async (t) => {
  const way = await wayTo(t, await emptyDatabase(t));
  const { waits, log } = waitingLog();
  const opening = openDatabase({
    ...{ url: way.url, schema: 'notes', poolSize: 1, migrations, withJobs: true, log },
  });
  await until(() => waits.length === 1);
  await way.open();
  const database = await opening;
  await database.check();

  way.close();
  waits.length = 0;
  const done: string[] = [];
  const note = handleJob(noteJob, async ({ body }) => void done.push(body));
  const starting = database.startJobs([note], { concurrency: 1 });
  await until(() => waits.includes('waiting for Postgres'));
  await way.open();
  await starting;
  await transaction(database.db, (tx) => addJob(tx, noteJob, { body: 'read it' }));
  await until(() => done.length === 1);
  t.same(done, ['read it']);
  await database.close();
});

t.test('a service that Postgres refuses says so at once', async (t) => {
  const url = new URL(await emptyDatabase(t));
  const { waits, log } = waitingLog();
  const open = () => openDatabase({ url: url.href, schema: 'notes', poolSize: 1, migrations, log });
  url.password = 'wrong';
  await t.rejects(open(), { code: '28P01' });
  await t.rejects(openDatabase({ url: url.href, schema: 'NOTES', poolSize: 1, migrations, log }), /NOTES/);
  t.same(waits, []);
});
