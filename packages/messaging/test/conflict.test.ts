import { UNAVAILABLE } from '@debrief/contracts/errors';
import t, { type Test } from 'tap';
import { handleEach, handleWrite } from '../src/handle-each.ts';
import { request } from '../src/request.ts';
import { handle, type OperationHandler, serve } from '../src/serve.ts';
import { operator } from './fixtures/callers.ts';
import { openHotel } from './fixtures/hotel.ts';
import { countRooms } from './fixtures/operations.ts';

/** As pg throws it. */
const lost = (code: string) => Object.assign(new Error('canceled'), { code });

type Count = () => Promise<{ ok: number }>;
const bindings: Record<string, (count: Count) => OperationHandler> = {
  'a batch of one': (count) => handle(countRooms, async (items) => Promise.all(items.map(count))),
  'a read': (count) => handleEach(countRooms, count),
  'a write': (count) => handleWrite(countRooms, count),
};

/** @returns what is answered when the first tries are lost, and how many there were. */
async function ask(t: Test, bind: (count: Count) => OperationHandler, codes: string[]) {
  const { join, log } = await openHotel(t);
  let tries = 0;
  const handler = bind(async () => {
    const code = codes[tries++];
    if (code !== undefined) throw lost(code);
    return { ok: 7 };
  });
  const hotel = await join('hotel');
  const service = await serve(hotel, { service: 'hotel', version: '1.0.0', handlers: [handler] });
  const answer = await request(await join('gateway'), countRooms, operator, {}).catch(
    (error: unknown) => error,
  );
  await service.close();
  return { answer, tries, levels: log.lines.map(({ level }) => level) };
}

for (const [what, bind] of Object.entries(bindings)) {
  t.test(`${what} that loses a deadlock is tried again once, then unavailable`, async (t) => {
    t.match(await ask(t, bind, ['40P01']), { answer: 7, tries: 2 });
    t.match(await ask(t, bind, ['40001', '40P01', '40P01']), {
      answer: { message: UNAVAILABLE.code },
      tries: 2,
      levels: ['warn'],
    });
  });

  t.test(`${what} that fails otherwise is not tried again`, async (t) => {
    t.match(await ask(t, bind, ['23505']), { tries: 1, levels: ['error'] });
  });
}
