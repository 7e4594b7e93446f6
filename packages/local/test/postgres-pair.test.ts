import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import t from 'tap';
import { goOnAlone, type PairServer, startPairServer, waitForReplica } from '../src/postgres-pair.ts';

const folder = mkdtempSync(path.join('/var/tmp', 'debrief-pair-'));
chmodSync(folder, 0o711);
const running: PairServer[] = [];
t.teardown(async () => {
  for (const server of running) await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(name: string, primary: PairServer | null): Promise<PairServer> {
  const server = await startPairServer({
    ...{ dataDir: folder, name, primary, durable: false, log: () => {} },
  });
  running.push(server);
  return server;
}

async function query(server: PairServer, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: server.url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

t.test(
  'what a primary acknowledged is there when its replica takes its place, and it comes back as a replica',
  async (t) => {
    const first = await start('one', null);
    const second = await start('two', first);
    await query(first, 'create table kept (id int)');
    await waitForReplica(first.url, 'two');
    await query(first, 'insert into kept values (1)');
    await t.rejects(query(second, 'select 1'), { code: '57P03' }, 'a replica lets nobody in');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    await second.promote();
    t.same(await query(second, 'select id from kept'), [{ id: 1 }]);
    await query(second, 'insert into kept values (2)');

    const back = await start('one', second);
    await waitForReplica(second.url, 'one');
    await query(second, 'insert into kept values (3)');
    process.kill(second.pid, 'SIGKILL');
    await second.exited;
    await back.promote();
    t.same(await query(back, 'select id from kept order by id'), [{ id: 1 }, { id: 2 }, { id: 3 }]);
  },
);

t.test('a primary waits for a replica that is away, until it may go on alone', async (t) => {
  const first = running.at(-1) as PairServer;
  const second = await start('two', first);
  await waitForReplica(first.url, 'two');
  await second.stop();
  const waiting = query(first, 'insert into kept values (4)');
  let isCommitted = false;
  void waiting.then(() => {
    isCommitted = true;
  });
  await new Promise((done) => setTimeout(done, 300));
  t.notOk(isCommitted);
  await goOnAlone(first.url);
  await waiting;
  t.ok(isCommitted);
});
