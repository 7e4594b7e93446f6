import t from 'tap';
import { keepServer, type Server } from '../../src/start/kept-server.ts';
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

t.test('a server that ends is started again at its port, until that works', async (t) => {
  const s = servers(2);
  let changes = 0;
  const kept = await keepServer('NATS', s.start, {
    say: (line) => s.said.push(line),
    onChange: () => changes++,
  });
  t.equal(kept.url, 'nats://127.0.0.1:4321');
  s.end('signal SIGKILL');
  await until(() => changes === 1);
  t.same(s.ports, [undefined, 4321, 4321, 4321]);
  t.equal(kept.pid(), 1004);
  t.same(s.said, [
    'NATS ended (signal SIGKILL); starting it again',
    'NATS could not be started again: no room',
    'NATS could not be started again: no room',
  ]);
  await kept.stop();
  t.equal(s.ports.length, 4);
});

t.test('a server is stopped while it waits for its next try', async (t) => {
  const s = servers(100);
  const kept = await keepServer('NATS', s.start, { say: (line) => s.said.push(line), onChange: () => {} });
  s.end('exit status 1');
  await until(() => s.said.length > 2);
  await kept.stop();
  const tries = s.ports.length;
  t.ok(tries > 1);
  t.equal(s.ports.length, tries);
});

t.test('a server that others run is left alone', async (t) => {
  const never = new Promise<string>(() => {});
  const start = async () => ({ url: 'nats://nats:4222', pid: null, exited: never, stop: async () => {} });
  const kept = await keepServer('NATS', start, { say: () => {}, onChange: () => {} });
  t.equal(kept.pid(), null);
  await kept.stop();
});
