import t from 'tap';
import { publish } from '../src/publish.ts';
import { sweepStreams } from '../src/sweep-streams.ts';
import { guestArrived } from './fixtures/events.ts';
import { guestsSeen, openHotel, plainly, until } from './fixtures/hotel.ts';

interface Guest {
  name: string;
  luggage?: string;
}

/** Long enough to travel compressed. */
const heavy = 'trunk '.repeat(20_000);

t.test(
  'messages that nobody has read yet lose one guest, and all others reach their consumers',
  async (t) => {
    const { join, server } = await openHotel(t);
    const hotel = await join('hotel');
    for (const name of ['Ada', 'Bob', 'Ada and Eve'])
      await publish(hotel, guestArrived, { name, luggage: heavy }, { messageId: name });
    const nc = await plainly(t, server.url);
    nc.publish('guest.arrived', 'not JSON');
    nc.publish('guest.arrived', '"text"');
    await nc.flush();
    const withoutAda = (guest: Guest) => {
      if (guest.name === 'Ada') return null;
      return guest.name === 'Ada and Eve' ? { ...guest, name: 'Eve' } : guest;
    };
    await sweepStreams(hotel, withoutAda);
    const { state } = await (await nc.jetstreamManager()).streams.info('guests');
    t.equal(state.messages, 4, 'Bob, Eve, and what is not an event');
    const left: string[] = [];
    await sweepStreams(hotel, (guest: Guest) => {
      left.push(guest.name);
      return withoutAda(guest);
    });
    t.strictSame(left, ['Bob', 'Eve']);
    const other = await join('other');
    const arrived = await guestsSeen(other).catch(() => []);
    await until(() => arrived.length >= 2);
    t.strictSame(arrived.sort(), ['Bob', 'Eve']);
  },
);

t.test('streams that are empty or not there are passed over; an outage is not', async (t) => {
  const { join, server } = await openHotel(t);
  const hotel = await join('hotel');
  const never = () => t.fail('there is nothing to look at') as never;
  await sweepStreams(hotel, never);
  const nc = await plainly(t, server.url);
  await (await nc.jetstreamManager()).streams.delete('guests');
  await sweepStreams(hotel, never);
  await hotel.close();
  await t.rejects(sweepStreams(hotel, never));
});
