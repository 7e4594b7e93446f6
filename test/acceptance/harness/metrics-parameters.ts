import type { Test } from 'tap';
import type { Reply } from './api.ts';
import { day, noon } from './measured-calls.ts';
import { newId } from './submissions.ts';

export function encoded(query: Record<string, string>): string {
  return String(new URLSearchParams(query));
}

/**
 * Every parameter of the metrics endpoints, each rule as a test of its own. In `window` there are four calls of the
 * source `dialer`: two inbound ones a day ago of the stage `lead`, and of the stage `customer` an outbound one three
 * days ago and one without a direction five days ago.
 */
export function parameterRules(
  t: Test,
  o: {
    path: string;
    window: string;
    metrics(query?: string): Promise<Reply>;
    /** How many calls a query counts. */
    total(query: string): Promise<number>;
  },
): void {
  const { path, window, metrics, total } = o;

  t.test(
    `${path} default window: from UTC start of day 29 days before the request to the request`,
    async (t) => {
      const before = Date.now();
      const { date_gte, date_lte } = (await metrics()).body.window;
      t.ok(Date.parse(date_lte) >= before - 1000 && Date.parse(date_lte) <= Date.now() + 1000, date_lte);
      const start = new Date(`${date_lte.slice(0, 10)}T00:00:00.000Z`);
      start.setUTCDate(start.getUTCDate() - 29);
      t.equal(date_gte, start.toISOString());
      t.equal(await total(''), 4);
    },
  );

  t.test(`${path} date_gte that is a date means the UTC start of that day, inclusive`, async (t) => {
    t.equal((await metrics(window)).body.window.date_gte, `${day(20)}T00:00:00.000Z`);
    t.equal(await total(`date_gte=${day(3)}`), 3);
    t.equal(await total(`date_gte=${day(2)}`), 2);
  });

  t.test(`${path} date_lte that is a date means the UTC end of that day, inclusive`, async (t) => {
    const { body } = await metrics(`${window}&date_lte=${day(3)}`);
    t.equal(body.window.date_lte, `${day(3)}T23:59:59.999Z`);
    t.equal(body.calls.total, 2);
    t.equal(await total(`${window}&date_lte=${day(4)}`), 1);
  });

  t.test(`${path} bounds that are instants are inclusive to the millisecond, in any offset`, async (t) => {
    const at = noon(3);
    const [earlier, later] = [-1, 1].map((ms) => new Date(Date.parse(at) + ms).toISOString());
    t.equal(await total(encoded({ date_gte: at, date_lte: at })), 1);
    t.equal(await total(encoded({ date_gte: `${later}`, date_lte: noon(2) })), 0);
    t.equal(await total(encoded({ date_gte: noon(4), date_lte: `${earlier}` })), 0);
    const offset = { date_gte: `${day(3)}T14:00:00+02:00`, date_lte: `${day(3)}T07:00:00.000-05:00` };
    t.equal(await total(encoded(offset)), 1);
  });

  for (const name of ['date_gte', 'date_lte']) {
    t.test(`${path} ${name} that is not a date is 400 and named`, async (t) => {
      const noDates = ['yesterday', '2026-02-30', '2026-13-01', '20260101', '1767225600', '2026-1-1', ''];
      noDates.push('2026-01-01T25:00:00Z', '2026-01-01 10:00', 'null', `${day(1)}&${name}=${day(1)}`);
      for (const date of noDates) {
        const reply = await metrics(`${name}=${date}`);
        t.equal(reply.status, 400, date);
        t.match(String(reply.body.message), name, date);
      }
    });
  }

  t.test(`${path} date_gte after date_lte is 400, whichever of them is a default`, async (t) => {
    for (const query of [
      `date_gte=${day(2)}&date_lte=${day(3)}`,
      `date_gte=${day(-2)}`,
      `date_lte=${day(40)}`,
    ]) {
      const reply = await metrics(query);
      t.equal(reply.status, 400, query);
      t.match(String(reply.body.message), /date_[gl]te/);
    }
    t.equal(await total(`date_gte=${day(1)}&date_lte=${day(1)}`), 2, 'one day is a window');
  });

  const filters: [name: string, value: string, count: number][] = [
    ...([
      ['source', 'dialer', 4],
      ['source', 'other,dialer', 4],
      ['source', 'other', 0],
    ] as const),
    ...([
      ['stage', 'lead', 2],
      ['stage', 'customer', 2],
      ['stage', 'lead,customer', 4],
    ] as const),
    ...([
      ['stage', 'LEAD', 0],
      ['stage', ' customer , none ', 2],
      ['team', newId('team'), 0],
    ] as const),
    ...([
      ['type', 'all', 4],
      ['type', 'inbound', 2],
      ['type', 'outbound', 1],
    ] as const),
  ].map(([name, value, count]) => [name, value, count]);
  for (const [name, value, count] of filters) {
    const shown = name === 'team' ? 'of nobody' : value;
    t.test(`${path} ${name} ${shown} counts ${count} of 4 calls`, async (t) => {
      t.equal(await total(`${window}&${encoded({ [name]: value })}`), count);
    });
  }

  t.test(`${path} returns its filters, which default to all`, async (t) => {
    t.strictSame((await metrics()).body.filters, { source: [], stage: [], team: [], type: 'all' });
    const query = { source: 'a,b', stage: 'c', team: 'd,d', type: 'inbound' };
    const filters = { source: ['a', 'b'], stage: ['c'], team: ['d'], type: 'inbound' };
    t.strictSame((await metrics(encoded(query))).body.filters, filters);
  });

  t.test(`${path} filters combine`, async (t) => {
    t.equal(await total(`${window}&stage=lead&type=inbound&source=dialer`), 2);
    t.equal(await total(`${window}&stage=lead&type=outbound`), 0);
  });

  t.test(`${path} type of any other value is 400 and named`, async (t) => {
    for (const type of ['both', 'INBOUND', '', 'inbound,outbound', 'all&type=all']) {
      const reply = await metrics(`type=${type}`);
      t.equal(reply.status, 400, type);
      t.match(String(reply.body.message), /type/);
    }
  });

  for (const name of ['source', 'stage', 'team']) {
    t.test(`${path} ${name} with an empty id, or given twice, is 400 and named`, async (t) => {
      for (const ids of [
        '',
        ',',
        'a,',
        'a,,b',
        `a&${name}=b`,
        Array.from({ length: 101 }, (_, n) => n).join(),
      ]) {
        const reply = await metrics(`${name}=${ids}`);
        t.equal(reply.status, 400, ids);
        t.match(String(reply.body.message), name);
      }
    });
  }
}
