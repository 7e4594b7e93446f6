import t from 'tap';
import { type Server, superviseServer } from '../../src/start/supervise-server.ts';
import { until } from './start-process.ts';

/** Servers in memory that end on demand: what matters here is when they are started, not what they serve. */
function servers(failures: number) {
  const ports: (number | undefined)[] = [];
  const said: string[] = [];
  let end = (_reason: string): void => {};
  async function start(port?: number): Promise<Server> {
    ports.push(port);
    if (ports.length > 1 && ports.length <= 1 + failures) throw new Error('no room');
    const exited = new Promise<string>((resolve) => {
      end = resolve;
    });
    return {
      url: 'nats://127.0.0.1:4321',
      pid: 1000 + ports.length,
      exited,
      stop: async () => end('stopped'),
    };
  }
  return { start, ports, said, end: (reason: string) => end(reason) };
}

t.test('a server that ends is restarted at its port, until that works', async (t) => {
  const s = servers(2);
  let changes = 0;
  const supervised = await superviseServer('NATS', s.start, {
    say: (line) => s.said.push(line),
    onChange: () => changes++,
  });
  t.equal(supervised.url, 'nats://127.0.0.1:4321');
  s.end('signal SIGKILL');
  await until(() => changes === 1);
  t.same(s.ports, [undefined, 4321, 4321, 4321]);
  t.equal(supervised.pid(), 1004);
  t.same(s.said, [
    'NATS ended (signal SIGKILL); restarting it',
    'NATS could not be restarted, trying again: no room',
    'NATS could not be restarted, trying again: no room',
  ]);
  await supervised.stop();
  t.equal(s.ports.length, 4);
});

t.test('a server is stopped while it waits for its restart', async (t) => {
  const s = servers(100);
  const supervised = await superviseServer('NATS', s.start, {
    say: (line) => s.said.push(line),
    onChange: () => {},
  });
  s.end('exit status 1');
  await until(() => s.said.length > 2);
  await supervised.stop();
  const tries = s.ports.length;
  t.ok(tries > 1);
  t.equal(s.ports.length, tries);
});

t.test('a server that is not ours is left alone', async (t) => {
  const never = new Promise<string>(() => {});
  const start = async () => ({ url: 'nats://nats:4222', pid: null, exited: never, stop: async () => {} });
  const supervised = await superviseServer('NATS', start, { say: () => {}, onChange: () => {} });
  t.equal(supervised.pid(), null);
  await supervised.stop();
});
