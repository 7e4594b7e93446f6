import { testNats } from '@debrief/local/testing';
import t from 'tap';
import { consume, type Delivery, PermanentError } from '../src/consume.ts';
import { jetStreamOutbox } from '../src/jetstream-outbox.ts';
import { listen, notify, publish, publishJson } from '../src/publish.ts';
import { guestArrived, guestLeft, guestRang, porter } from './fixtures/events.ts';
import { keepRejected, openHotel, plainly, until } from './fixtures/hotel.ts';

type Arrival = Delivery<{ name: string; luggage?: string }>;

t.test('a message id published twice is stored once', async (t) => {
  const { join } = await openHotel(t);
  const hotel = await join('hotel');
  const [first, second] = [
    await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' }),
    await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' }),
  ];
  t.same(second, first);
});

t.test(
  'the outbox adapter stores JSON under its message id and knows how far the stream has come',
  async (t) => {
    const { join } = await openHotel(t);
    const outbox = jetStreamOutbox(await join('hotel'));
    const stored = await outbox.publish(guestArrived.subject, '{"name": "Ada"}', 'ada');
    t.same(await outbox.publish(guestArrived.subject, '{"name": "Ada"}', 'ada'), stored);
    t.match(await outbox.streamState(guestArrived.subject), { stream: 'guests', lastSeq: stored.seq });
  },
);

t.test('a large payload is stored compressed and read as it was', async (t) => {
  const { join, server } = await openHotel(t);
  const hotel = await join('hotel');
  const luggage = 'trunk '.repeat(400_000);
  await publish(hotel, guestArrived, { name: 'Ada', luggage }, { messageId: 'ada' });
  const nc = await plainly(t, server.url);
  const { bytes } = (await (await nc.jetstreamManager()).streams.info('guests')).state;
  t.ok(bytes < 100_000);
  const received = await new Promise<Arrival>((resolve) => {
    void consume(hotel, porter, async (delivery) => resolve(delivery), { keepRejected });
  });
  t.equal(received.payload.luggage, luggage);
});

t.test('what no stream takes, or no payload can hold, is a permanent failure', async (t) => {
  const { join } = await openHotel(t);
  const hotel = await join('hotel');
  await t.rejects(publishJson(hotel, 'weather.changed', '{}', { messageId: '1' }), PermanentError);
  const luggage = Array.from({ length: 200_000 }, () => Math.random().toString(36).slice(2)).join('');
  await t.rejects(publish(hotel, guestArrived, { name: 'Ada', luggage }, { messageId: '2' }), PermanentError);
});

t.test('a full stream refuses at once', async (t) => {
  const { join, server } = await openHotel(t);
  const hotel = await join('hotel');
  const jsm = await (await plainly(t, server.url)).jetstreamManager();
  await jsm.streams.update('guests', { max_bytes: 1_000 });
  const luggage = 'trunk '.repeat(1_000);
  const refused = publish(
    hotel,
    guestArrived,
    { name: 'Ada', luggage },
    { messageId: 'ada', timeoutMs: 3_600_000 },
  );
  const error = await refused.catch((error: unknown) => error);
  t.ok(error instanceof Error && !(error instanceof PermanentError));
});

t.test('an event without a consumer is accepted', async (t) => {
  const { join } = await openHotel(t);
  await publish(await join('hotel'), guestLeft, { name: 'Ada' }, { messageId: 'ada' });
});

t.test('a notification reaches those who listen, and one of each queue', async (t) => {
  const { join, server, log } = await openHotel(t);
  const hotel = await join('hotel');
  const heard: string[] = [];
  listen(hotel, guestRang, ({ room }) => heard.push(`all ${room}`));
  const queue = 'porters';
  listen(hotel, guestRang, ({ room }) => heard.push(`one ${room}`), { queue });
  listen(hotel, guestRang, ({ room }) => heard.push(`one ${room}`), { queue });
  const closed = listen(hotel, guestRang, () => heard.push('closed'));
  closed.close();
  const nc = await plainly(t, server.url);
  nc.publish(guestRang.subject, JSON.stringify({ room: 'seven' }));
  nc.publish(guestRang.subject, 'not JSON');
  await nc.flush();
  notify(hotel, guestRang, { room: 7 });
  await until(() => heard.length === 2);
  t.same(heard.sort(), ['all 7', 'one 7']);
  t.equal(log.lines.filter(({ level }) => level === 'error').length, 4);
});

t.test('a notification without a connection is lost without a sound', async (t) => {
  const { join, server, log } = await openHotel(t, await testNats(t));
  const hotel = await join('hotel');
  server.kill('SIGKILL');
  await until(() => log.lines.some(({ message }) => message === 'disconnected from NATS'));
  notify(hotel, guestRang, { room: 7 });
  await server.start();
});
