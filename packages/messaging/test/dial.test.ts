import { testNats } from '@debrief/local/testing';
import t from 'tap';
import { connect } from '../src/connection.ts';
import { connectionOptions } from '../src/dial.ts';
import { hotel } from './fixtures/events.ts';
import { openHotel, until } from './fixtures/hotel.ts';

t.test('a URL names servers and credentials', async (t) => {
  t.match(connectionOptions('nats://127.0.0.1:4222', 'ingest'), {
    name: 'ingest',
    servers: ['127.0.0.1:4222'],
    user: undefined,
    token: undefined,
    tls: undefined,
  });
  t.match(connectionOptions('nats://ann:p%40ss@a:4222, nats://b:4223', 'ingest'), {
    servers: ['a:4222', 'b:4223'],
    user: 'ann',
    pass: 'p@ss',
  });
  t.match(connectionOptions('tls://s3cret@a:4222', 'ingest'), { token: 's3cret', tls: {} });
  t.match(connectionOptions('localhost:4222', 'ingest'), { servers: ['localhost:4222'] });
});

t.test('the connection is never given up', async (t) => {
  t.match(connectionOptions('nats://a', 'ingest'), { maxReconnectAttempts: -1, ignoreAuthErrorAbort: true });
});

t.test('connecting waits for a server that is not up yet', async (t) => {
  const { server, log } = await openHotel(t, await testNats(t));
  server.kill('SIGKILL');
  const connecting = connect({ url: server.url, name: 'early', log, topology: hotel });
  await until(() => log.lines.length > 0);
  await server.start();
  const messaging = await connecting;
  await messaging.check();
  await messaging.close();
  t.match(log.lines, [{ level: 'warn', message: 'waiting for NATS' }]);
});

t.test('a lost connection comes back although the clock was set back', async (t) => {
  const { server, join } = await openHotel(t, await testNats(t));
  const messaging = await join('hotel');
  const now = Date.now;
  t.teardown(() => {
    Date.now = now;
  });
  Date.now = () => now() - 3_600_000;
  server.kill('SIGKILL');
  await server.start();
  await until(() => messaging.stats().reconnects === 1);
  await messaging.check();
});

t.test('connecting gives up after its time limit', async (t) => {
  const { server, log } = await openHotel(t, await testNats(t));
  server.kill('SIGKILL');
  await t.rejects(connect({ url: server.url, name: 'cli', log, timeoutMs: 0 }), {
    message: /^NATS does not answer at 127\.0\.0\.1:\d+$/,
  });
  await server.start();
});
