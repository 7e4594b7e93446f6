import { testNats } from '@debrief/local/testing';
import { AckPolicy, connect as connectPlainly, type JetStreamManager, nanos, RetentionPolicy } from 'nats';
import t, { type Test } from 'tap';
import { connect } from '../src/connection.ts';
import { publish } from '../src/publish.ts';
import { cook, guestArrived, guests, hotel, porter } from './fixtures/events.ts';
import { openHotel, recordedLog } from './fixtures/hotel.ts';

async function inspect(t: Test, url: string): Promise<JetStreamManager> {
  const nc = await connectPlainly({ servers: url });
  t.teardown(() => nc.close());
  return nc.jetstreamManager();
}

const durables = async (jsm: JetStreamManager) =>
  (await jsm.consumers.list('guests').next()).map(({ name }) => name).sort();
t.test(
  'a store of an older version is brought up to date, and nothing published meanwhile is lost',
  async (t) => {
    const server = await testNats(t);
    const before = await inspect(t, server.url);
    await before.streams.add({
      name: 'guests',
      subjects: ['visitor.>'],
      retention: RetentionPolicy.Interest,
    });
    for (const durable_name of [porter.durable, 'maid_guest_arrived']) {
      await before.consumers.add('guests', {
        durable_name,
        filter_subject: 'visitor.arrived',
        ack_policy: AckPolicy.Explicit,
        max_deliver: 3,
      });
    }
    server.kill('SIGKILL');
    await server.start();
    const jsm = await inspect(t, server.url);

    const eager = await connectPlainly({ servers: server.url });
    t.teardown(() => eager.close());
    const stored: string[] = [];
    let isConnected = false;
    const publishing = (async () => {
      for (let index = 0; !isConnected || stored.length === 0; index += 1) {
        const name = `guest ${index}`;
        const published = eager.jetstream().publish('guest.arrived', JSON.stringify({ name }));
        await published.then(
          () => stored.push(name),
          () => undefined,
        );
      }
    })();
    const topology = {
      ...hotel,
      streams: [{ ...guests, subjects: ['visitor.>', 'guest.>'] }],
      retiredConsumers: [{ stream: 'guests', durable: 'maid_guest_arrived' }],
    };
    const messaging = await connect({ url: server.url, name: 'hotel', log: recordedLog(), topology });
    t.teardown(() => messaging.close());
    isConnected = true;
    await publishing;

    t.same(await durables(jsm), [cook.durable, porter.durable]);
    const { config } = await jsm.streams.info('guests');
    t.match(config, { subjects: ['visitor.>', 'guest.>'], max_msg_size: -1, max_bytes: guests.maxBytes });
    for (const { durable } of [cook, porter]) {
      const consumer = await jsm.consumers.info('guests', durable);
      t.match(consumer.config, { filter_subject: 'guest.arrived', max_deliver: -1, ack_wait: nanos(1000) });
      t.equal(consumer.num_pending, stored.length);
    }
  },
);

t.test('a subject that moves to a stream of its own leaves that of an older version', async (t) => {
  const { server } = await openHotel(t);
  const jsm = await inspect(t, server.url);
  await jsm.streams.add({ name: 'old', subjects: ['guest.>'], retention: RetentionPolicy.Interest });
  const before = { durable_name: porter.durable, filter_subject: 'guest.arrived' };
  await jsm.consumers.add('old', { ...before, ack_policy: AckPolicy.Explicit });
  const old = { ...guests, name: 'old', subjects: ['guest.left'] };
  const topology = {
    ...hotel,
    streams: [old, { ...guests, subjects: ['guest.arrived'] }],
    retiredConsumers: [{ stream: 'old', durable: porter.durable }],
  };
  const messaging = await connect({ url: server.url, name: 'hotel', log: recordedLog(), topology });
  t.teardown(() => messaging.close());
  t.same(await durables(jsm), [cook.durable, porter.durable]);
  t.same(await jsm.consumers.list('old').next(), []);
  await publish(messaging, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  t.equal((await jsm.streams.info('guests')).state.messages, 1);
});

t.test('a stream whose maker died before its consumers were there is completed', async (t) => {
  const { join, server } = await openHotel(t);
  const jsm = await inspect(t, server.url);
  await jsm.streams.add({
    name: 'guests',
    subjects: ['guest.>'],
    retention: RetentionPolicy.Interest,
    max_msg_size: 1,
  });
  const messaging = await join('porter');
  await publish(messaging, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  t.equal((await jsm.streams.info('guests')).state.messages, 1);
});
