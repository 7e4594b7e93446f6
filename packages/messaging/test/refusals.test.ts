import { askersOf } from '@debrief/contracts/define';
import { NOT_ALLOWED, READ_ONLY_KEY, VALIDATION_FAILED } from '@debrief/contracts/errors';
import { inboxPrefix, type NatsUser, natsUsers } from '@debrief/contracts/nats-users';
import t from 'tap';
import { connect } from '../src/connection.ts';
import { request } from '../src/request.ts';
import { handle, serve } from '../src/serve.ts';
import { aMember, anIntegration, operator } from './fixtures/callers.ts';
import { hotel } from './fixtures/events.ts';
import { openHotel, plainly, until } from './fixtures/hotel.ts';
import { bookRoom, countRooms, getRoom, listGuests } from './fixtures/operations.ts';

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
      handle(listGuests, answer(listGuests.subject, 3)),
    ],
  });
  /** Connects as a user of NATS. */
  const joinAs = async (user: NatsUser) => {
    const client = await connect({ url: server.url, user, log, topology: hotel });
    t.teardown(() => client.close());
    return client;
  };
  return { join, joinAs, log, server, asked };
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

t.test('a service refuses a member whose role is less than the operation is for', async (t) => {
  const { joinAs, asked } = await openService(t);
  const console = await joinAs('console');
  const integration = anIntegration();
  await t.rejects(request(console, listGuests, aMember(integration, 'member'), {}), {
    message: NOT_ALLOWED.code,
  });
  t.same(asked, []);
  for (const role of ['admin', 'owner'] as const)
    t.equal(await request(console, listGuests, aMember(integration, role), {}), 3, role);
});

t.test('the console cannot ask as a key does, by leaving out who asks', async (t) => {
  const { joinAs, asked } = await openService(t);
  const console = await joinAs('console');
  const { member_id, role, user_id, ...key } = aMember(anIntegration(), 'owner');
  for (const caller of [key, { ...key, role }, { ...key, role, member_id }, { ...key, member_id, user_id }])
    await t.rejects(request(console, listGuests, caller, {}), { message: VALIDATION_FAILED.code });
  t.same(asked, []);
  t.equal(await request(await joinAs('gateway'), listGuests, key, {}), 3, 'the gateway asks for keys');
});

t.test('what names no role is for owners', async (t) => {
  const { joinAs } = await openService(t);
  const anyone = await joinAs('operator');
  const member = aMember(anIntegration(), 'admin');
  await t.rejects(request(anyone, getRoom, member, { name: 'Blue' }), { message: NOT_ALLOWED.code });
  const owner = { ...member, role: 'owner' } as const;
  t.equal((await request(anyone, getRoom, owner, { name: 'Blue' })).name, 'Blue');
});

t.test('a service refuses what is asked by a user that is not to ask it', async (t) => {
  const { asked, joinAs } = await openService(t);
  for (const user of natsUsers) {
    const client = await joinAs(user);
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
