import { askersOf } from '@debrief/contracts/define';
import { NOT_ALLOWED, READ_ONLY_KEY } from '@debrief/contracts/errors';
import { inboxPrefix, natsUsers } from '@debrief/contracts/nats-users';
import t from 'tap';
import { connect } from '../src/connection.ts';
import { request } from '../src/request.ts';
import { handle, serve } from '../src/serve.ts';
import { anIntegration, operator } from './fixtures/callers.ts';
import { hotel } from './fixtures/events.ts';
import { openHotel, plainly, until } from './fixtures/hotel.ts';
import { bookRoom, countRooms, getRoom } from './fixtures/operations.ts';

// The server lets everybody in, so that what the service refuses is refused by itself.
async function openService(t: Parameters<typeof openHotel>[0]) {
  const { join, log, server } = await openHotel(t);
  const asked: string[] = [];
  const answer =
    <Result>(subject: string, result: Result) =>
    async (items: readonly unknown[]) => {
      asked.push(...items.map(() => subject));
      return items.map(() => ({ ok: result }));
    };
  const room = { name: 'Blue', integration_id: anIntegration().integration_id };
  await serve(await join('hotel'), {
    service: 'hotel',
    version: '1.0.0',
    handlers: [
      handle(getRoom, answer(getRoom.subject, room)),
      handle(bookRoom, answer(bookRoom.subject, room)),
      handle(countRooms, answer(countRooms.subject, 7)),
    ],
  });
  return { join, log, server, asked };
}

t.test('a service refuses the writes of a read-only caller, whatever let them through', async (t) => {
  const { join, asked } = await openService(t);
  const client = await join('gateway');
  const reader = { ...anIntegration(), access: 'read-only' } as const;
  await t.rejects(request(client, bookRoom, reader, { name: 'Blue' }), { message: READ_ONLY_KEY.code });
  await t.rejects(request(client, bookRoom, reader, { name: '' }), { message: READ_ONLY_KEY.code });
  t.same(asked, []);
  await request(client, getRoom, reader, { name: 'Blue' });
  await request(client, bookRoom, anIntegration(), { name: 'Blue' });
  t.same(asked, [getRoom.subject, bookRoom.subject]);
});

t.test('a service refuses what is asked by a user that is not to ask it', async (t) => {
  const { asked, log, server } = await openService(t);
  for (const user of natsUsers) {
    const client = await connect({ url: server.url, user, log, topology: hotel });
    t.teardown(() => client.close());
    const [count, read] = [
      request(client, countRooms, operator, {}),
      request(client, getRoom, anIntegration(), { name: 'Blue' }),
    ];
    if (askersOf(countRooms).includes(user)) t.equal(await count, 7, user);
    else await t.rejects(count, { message: NOT_ALLOWED.code }, user);
    if (askersOf(getRoom).includes(user)) t.equal((await read).name, 'Blue', user);
    else await t.rejects(read, { message: NOT_ALLOWED.code }, user);
  }
  t.same(asked.sort(), [countRooms.subject, getRoom.subject, getRoom.subject].sort());
});

t.test('what has no inbox for its answer is dropped, as what JetStream delivers', async (t) => {
  const { asked, log, server } = await openService(t);
  const nc = await plainly(t, server.url);
  const line = JSON.stringify({ caller: operator, input: {} });
  for (const reply of [
    undefined,
    '$JS.ACK.guests.porter.1.1.1.1.0',
    'hotel.rooms.book',
    `${inboxPrefix('operator')}x.1`,
  ])
    nc.publish(countRooms.subject, line, reply === undefined ? {} : { reply });
  await nc.flush();
  nc.publish(countRooms.subject, line, { reply: `${inboxPrefix('operator')}.1` });
  await until(() => asked.length > 0);
  t.same(asked, [countRooms.subject]);
  t.match(log.lines, [{ level: 'warn', message: 'dropped what asks for no answer' }]);
});
