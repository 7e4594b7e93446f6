import t from 'tap';
import { connectionOptions } from '../src/dial.ts';

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
