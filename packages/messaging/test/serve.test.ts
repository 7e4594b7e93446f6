import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectPlainly } from 'nats';
import t from 'tap';
import { request } from '../src/request.ts';
import { handle, serve } from '../src/serve.ts';
import { anIntegration } from './fixtures/callers.ts';
import { openHotel } from './fixtures/hotel.ts';
import { bookRoom, getRoom } from './fixtures/operations.ts';
import { names, openRooms, room } from './fixtures/rooms.ts';

t.test('what is being handled when a service closes is still answered', async (t) => {
  const { join } = await openHotel(t);
  const service = await join('hotel');
  let begun = () => {};
  const running = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const served = await serve(service, {
    service: 'hotel',
    version: '1.0.0',
    handlers: [
      handle(getRoom, async (items) => {
        begun();
        await delay(100);
        return items.map(room);
      }),
    ],
  });
  const client = await join('gateway');
  const answer = request(client, getRoom, anIntegration(), { name: 'blue' });
  await running;
  await served.close();
  t.match(await answer, { name: 'blue' });
});

t.test('a service answers only operations that bear its name', async (t) => {
  const { join } = await openHotel(t);
  const service = await join('hotel');
  const handlers = [handle(bookRoom, async (items) => items.map(room))];
  await t.rejects(serve(service, { service: 'restaurant', version: '1.0.0', handlers }), {
    message: 'hotel.rooms.book does not start with restaurant.',
  });
});

t.test('services are found by the NATS services protocol, with their figures', async (t) => {
  const { client, server } = await openRooms(t);
  await Promise.all(names(3).map((name) => request(client, getRoom, anIntegration(), { name })));
  const observer = await connectPlainly({ servers: server.url });
  t.teardown(() => observer.close());
  for await (const stats of await observer.services.client().stats('hotel')) {
    t.match(
      stats.endpoints?.find(({ name }) => name === 'rooms_get'),
      { subject: 'hotel.rooms.get', queue_group: 'hotel', data: { batches: 1, items: 3 } },
    );
  }
});
