import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import t from 'tap';
import { freePort } from '../src/free-port.ts';
import { startProxy } from '../src/haproxy.ts';
import { ensureCommands, haproxy } from '../src/packages.ts';
import { type Answer, startCheckedPostgres } from './checked-postgres.ts';

const folder = mkdtempSync(path.join('/var/tmp', 'debrief-haproxy-'));
chmodSync(folder, 0o711);
t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
await ensureCommands([haproxy], () => {});

/** Says its name to whoever connects. */
async function startNamed(name: string): Promise<{ server: Server; port: number }> {
  // A check looks whether anybody listens, and hangs up.
  const server = createServer((socket) => socket.on('error', () => {}).end(name)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as { port: number }).port };
}

function ask(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    connect(port, '127.0.0.1')
      .setEncoding('utf8')
      .on('data', (chunk: string) => {
        said += chunk;
      })
      .on('end', () => resolve(said))
      .on('error', reject);
  });
}

t.test('a connection that one does not accept goes to the other', async (t) => {
  const [one, two] = await Promise.all([startNamed('one'), startNamed('two')]);
  const port = await freePort();
  const servers = [
    { name: 'one', port: one.port },
    { name: 'two', port: two.port },
  ];
  const proxy = await startProxy({
    ...{ folder: path.join(folder, 'edge'), log: () => {} },
    ports: [{ name: 'edge', port, servers, check: 'listens' }],
  });
  t.teardown(() => proxy.stop());
  const heard = new Set<string>();
  for (let tries = 0; tries < 20; tries += 1) heard.add(await ask(port));
  t.same([...heard].sort(), ['one', 'two']);
  one.server.close();
  for (let tries = 0; tries < 5; tries += 1) t.equal(await ask(port), 'two', 'at once, before any check');
  two.server.close();
});

t.test(
  'a Postgres keeps its connections through checks that it answers late, and through two that it fails',
  async (t) => {
    const primary = await startCheckedPostgres();
    t.teardown(() => primary.close());
    const port = await freePort();
    const proxy = await startProxy({
      ...{ folder: path.join(folder, 'postgres'), log: () => {} },
      ports: [{ name: 'postgres', port, servers: [{ name: 'one', port: primary.port }], check: 'postgres' }],
    });
    t.teardown(() => proxy.stop());
    const client = connect(port, '127.0.0.1');
    const cut = once(client, 'close').then(() => 'cut');
    client.on('error', () => {}).resume();

    const answered = (...next: Answer[]) => Promise.race([primary.answer(...next), cut]);
    t.equal(await answered('at once', 'late', 'late', 'late', 'at once'), 'answered', 'late ones');
    t.equal(await answered('not', 'not', 'at once', 'at once'), 'answered', 'two that fail');
    void primary.answer('not', 'not', 'not');
    t.equal(await cut, 'cut', 'three failed checks: it is not the primary any more');
  },
);
