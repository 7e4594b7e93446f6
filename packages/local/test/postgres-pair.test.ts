import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import t, { type Test } from 'tap';
import { freePort } from '../src/free-port.ts';
import { startProxy } from '../src/haproxy.ts';
import { ensureCommands, haproxy } from '../src/packages.ts';
import { pollUntil } from '../src/poll-until.ts';
import { goOnAlone, type PairServer, startPairServer, waitForReplica } from '../src/postgres-pair.ts';

const TIMEOUT_MS = 30_000;
const folder = mkdtempSync(path.join('/var/tmp', 'debrief-pair-'));
chmodSync(folder, 0o711);
const running: PairServer[] = [];
t.teardown(async () => {
  for (const server of running) await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

await ensureCommands([haproxy], () => {});

async function start(name: string, primary: PairServer | null): Promise<PairServer> {
  const server = await startPairServer({
    ...{ dataDir: folder, name, primary, durable: false, log: () => {} },
  });
  running.push(server);
  return server;
}

async function query(server: { url: string }, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: server.url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A proxy before the two; tells whether it comes to lead to one of them. */
async function proxyBefore(t: Test, servers: readonly PairServer[]) {
  const port = await freePort();
  const proxy = await startProxy({
    ...{ folder: path.join(folder, 'proxy'), log: () => {} },
    ports: [{ name: 'postgres', port, servers, check: 'postgres' }],
  });
  t.teardown(() => proxy.stop());
  return (wanted: PairServer) => {
    const url = new URL(wanted.url);
    url.port = String(port);
    const isIt = () =>
      query({ url: url.href }, 'show port').then(
        ([row]) => (row as { port: string }).port === String(wanted.port),
        () => false,
      );
    return pollUntil(isIt, { intervalMs: 50, timeoutMs: TIMEOUT_MS });
  };
}

t.test(
  'what a primary acknowledged is there when its replica takes its place, the former one comes back as a replica, and ' +
    'a primary without one waits until it may go on alone',
  async (t) => {
    const first = await start('one', null);
    const second = await start('two', first);
    const leadsTo = await proxyBefore(t, [first, second]);
    await query(first, 'create table kept (id int)');
    await waitForReplica(first.url, 'two');
    await query(first, 'insert into kept values (1)');
    await t.rejects(query(second, 'select 1'), { code: '57P03' }, 'a replica lets nobody in');
    t.ok(await leadsTo(first), 'the proxy leads to the one that takes connections');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    await second.promote();
    t.ok(await leadsTo(second), 'and to the other one once it does');
    t.same(await query(second, 'select id from kept'), [{ id: 1 }]);
    await query(second, 'insert into kept values (2)');

    const back = await start('one', second);
    await waitForReplica(second.url, 'one');
    await query(second, 'insert into kept values (3)');
    process.kill(second.pid, 'SIGKILL');
    await second.exited;
    await back.promote();
    t.same(await query(back, 'select id from kept order by id'), [{ id: 1 }, { id: 2 }, { id: 3 }]);

    const away = await start('two', back);
    await waitForReplica(back.url, 'two');
    await away.stop();
    const committed = query(back, 'insert into kept values (4)');
    const waits = async () =>
      (await query(back, `select from pg_stat_activity where wait_event = 'SyncRep'`)).length > 0;
    t.ok(await pollUntil(waits, { intervalMs: 20, timeoutMs: TIMEOUT_MS }), 'it waits for its replica');
    await goOnAlone(back.url);
    await t.resolves(committed);
  },
);
