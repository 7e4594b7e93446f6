import { testNats } from '@debrief/local/testing';
import { connect as connectPlainly, type JetStreamManager, nanos, RetentionPolicy } from 'nats';
import t, { type Test } from 'tap';
import { connect } from '../src/connection.ts';
import { consume } from '../src/consume.ts';
import { publish, streamState } from '../src/publish.ts';
import { cook, guestArrived, hotel, porter } from './fixtures/events.ts';
import { guestsSeen, keepRejected, openHotel, recordedLog, until } from './fixtures/hotel.ts';

async function inspect(t: Test, url: string): Promise<JetStreamManager> {
  const nc = await connectPlainly({ servers: url });
  t.teardown(() => nc.close());
  return nc.jetstreamManager();
}

const durables = async (jsm: JetStreamManager) =>
  (await jsm.consumers.list('guests').next()).map(({ name }) => name).sort();
t.test('connecting creates the streams with all their consumers', async (t) => {
  const { join, server } = await openHotel(t);
  await join('porter');
  const jsm = await inspect(t, server.url);
  const { config } = await jsm.streams.info('guests');
  t.match(config, {
    subjects: ['guest.>'],
    retention: RetentionPolicy.Interest,
    storage: 'file',
    discard: 'new',
    max_bytes: 16 * 1024 * 1024,
    max_msg_size: -1,
    duplicate_window: nanos(60_000),
    num_replicas: 1,
  });
  t.same(await durables(jsm), [cook.durable, porter.durable]);
  const consumer = await jsm.consumers.info('guests', porter.durable);
  t.match(consumer.config, { filter_subject: 'guest.arrived', ack_wait: nanos(1000), max_deliver: -1 });
});

t.test("the contracts' own streams and consumers fit the server", async (t) => {
  const { server } = await openHotel(t);
  const messaging = await connect({ url: server.url, name: 'ingest', log: recordedLog() });
  t.teardown(() => messaging.close());
  await messaging.check();
  t.match(await streamState(messaging, 'recording.submitted'), { stream: 'recordings', lastSeq: 0 });
});

t.test('many apps may connect to an empty server at once', async (t) => {
  const { join, server, log } = await openHotel(t);
  await Promise.all(Array.from({ length: 6 }, (_, index) => join(`app ${index}`)));
  t.same(await durables(await inspect(t, server.url)), [cook.durable, porter.durable]);
  t.same(log.lines, []);
});

t.test(
  'a stream and a consumer that are configured otherwise are changed, and keep their messages',
  async (t) => {
    const { join, server } = await openHotel(t);
    const first = await join('first');
    await publish(first, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
    const jsm = await inspect(t, server.url);
    await jsm.streams.update('guests', { max_bytes: 5_000_000 });
    await jsm.consumers.update('guests', porter.durable, { ack_wait: nanos(9000) });
    await join('second');
    const { config, state } = await jsm.streams.info('guests');
    t.equal(config.max_bytes, 16 * 1024 * 1024);
    t.equal(state.messages, 1);
    t.equal((await jsm.consumers.info('guests', porter.durable)).config.ack_wait, nanos(1000));
  },
);

t.test('no message is acknowledged and dropped while a stream is being set up', async (t) => {
  const { server } = await openHotel(t);
  const eager = await connectPlainly({ servers: server.url });
  t.teardown(() => eager.close());
  const acknowledged: string[] = [];
  let publishing = true;
  const publisher = (async () => {
    for (let index = 0; publishing || acknowledged.length === 0; index += 1) {
      const name = `guest ${index}`;
      const stored = eager.jetstream().publish('guest.arrived', JSON.stringify({ name }), { msgID: name });
      await stored.then(
        () => acknowledged.push(name),
        () => undefined,
      );
    }
  })();
  for (let round = 0; round < 5; round += 1) {
    acknowledged.length = 0;
    const messaging = await connect({ url: server.url, name: 'hotel', log: recordedLog(), topology: hotel });
    await until(() => acknowledged.length > 0);
    const handled: string[] = [];
    const consumer = await consume(
      messaging,
      porter,
      async ({ payload }) => {
        handled.push(payload.name);
      },
      { keepRejected },
    );
    const [first = ''] = acknowledged;
    await until(() => handled.length > 0);
    t.equal(handled[0], first);
    await consumer.close();
    await messaging.close();
    await (await eager.jetstreamManager()).streams.delete('guests');
  }
  publishing = false;
  const last = await connect({ url: server.url, name: 'hotel', log: recordedLog(), topology: hotel });
  await publisher;
  await last.close();
});

t.test('the state of a stream tells one start of its server from another', async (t) => {
  const { join, server } = await openHotel(t, await testNats(t));
  const [first, second] = [await join('publisher'), await join('porter')];
  const before = await streamState(first, guestArrived.subject);
  t.same(await streamState(second, guestArrived.subject), before);
  server.kill('SIGKILL');
  await server.start();
  const state = () => streamState(first, guestArrived.subject).catch(() => before);
  await until(async () => (await state()).server !== before.server);
  t.same({ ...(await state()), server: before.server }, before);
});

t.test(
  'consumers are made again on a server that was started again, and get all that they had not',
  async (t) => {
    const { join, server } = await openHotel(t, await testNats(t));
    const publisher = await join('publisher');
    const jsm = await inspect(t, server.url);
    const madeAt = async () => (await jsm.consumers.info('guests', porter.durable)).created;
    const before = await madeAt();
    await publish(publisher, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
    server.kill('SIGKILL');
    await server.start();
    await until(async () => (await madeAt().catch(() => before)) !== before);
    await publish(publisher, guestArrived, { name: 'Bob' }, { messageId: 'bob' });
    const seen = await guestsSeen(await join('porter'));
    await until(() => seen.length === 2);
    t.same(seen, ['Ada', 'Bob']);
    t.equal((await jsm.streams.info('guests')).state.messages, 2, 'the other consumer still has to get them');
  },
);

t.test('a server that lost its store gets everything back, and publishing and consuming go on', async (t) => {
  const { join, server } = await openHotel(t, await testNats(t));
  const [publisher, worker] = [await join('publisher'), await join('porter')];
  const seen = await guestsSeen(worker);
  await publish(publisher, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  await until(() => seen.length === 1);
  const before = await streamState(publisher, guestArrived.subject);

  server.kill('SIGKILL');
  server.wipe();
  const published = publish(publisher, guestArrived, { name: 'Bob' }, { messageId: 'bob' });
  await server.start();
  t.match(await published, { stream: 'guests', seq: 1 });
  await until(() => seen.length === 2);
  t.same(seen, ['Ada', 'Bob']);
  t.same(await durables(await inspect(t, server.url)), [cook.durable, porter.durable]);
  const after = await streamState(publisher, guestArrived.subject);
  t.not(after.created, before.created);
  t.equal(after.lastSeq, 1);
});

t.test(
  'a stream deleted while all are connected is created again by the process that needs it',
  async (t) => {
    const { join, server } = await openHotel(t);
    const [publisher, worker] = [await join('publisher'), await join('porter')];
    const seen = await guestsSeen(worker);
    const jsm = await inspect(t, server.url);
    await jsm.streams.delete('guests');
    await publish(publisher, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
    await until(() => seen.length === 1);
    await jsm.streams.delete('guests');
    t.match(await streamState(publisher, guestArrived.subject), { stream: 'guests', lastSeq: 0 });
  },
);

t.test('a consumer deleted under its process is created again', async (t) => {
  const { join, server } = await openHotel(t);
  const worker = await join('porter');
  const seen = await guestsSeen(worker);
  const jsm = await inspect(t, server.url);
  await jsm.consumers.delete('guests', porter.durable);
  await until(async () => (await durables(jsm)).includes(porter.durable));
  await publish(worker, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  await until(() => seen.length === 1);
});

t.test('readiness fails when a stream is missing; the server still answers', async (t) => {
  const { join, server } = await openHotel(t);
  const messaging = await join('gateway');
  await messaging.check();
  await (await inspect(t, server.url)).streams.delete('guests');
  await t.rejects(messaging.check(), { message: 'stream not found' });
  await messaging.ping();
});
