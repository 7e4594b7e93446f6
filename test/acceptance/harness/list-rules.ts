import type { Test } from 'tap';
import type { Api, Reply } from './api.ts';
import { unknownId } from './uuid.ts';

/** A list endpoint under its pagination rules. */
export interface List {
  path: string;
  defaultSort: 'asc' | 'desc';
  /** An integration that holds 103 of the items, and gets more while pages are walked. */
  api: Api;
  /** One that holds none. */
  emptyApi: Pick<Api, 'get'>;
  /** One more item; answers its id. */
  add(): Promise<string>;
  /** A filter that several items fit, and another; where the list has filters. */
  filters?: [first: string, second: string];
}

interface Item {
  id: string;
  created_date: string;
}

const wrongLimits = ['0', '-1', '101', '1000000000000', '1.5', '1e1', '0x10', 'ten', '', '%205', '5,5'];
const wrongSorts = ['ASC', 'newest', '', 'created_date', 'asc,desc'];

/** Follows the cursors to the last page. `between` runs after every page but the last. */
export async function walk(api: Api, path: string, query: string, between?: () => Promise<unknown>) {
  const pages: Item[][] = [];
  let cursor = '';
  for (;;) {
    const reply = await api.get(`${path}?${query}${cursor}`);
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    pages.push(reply.body.data);
    const { has_more, next_cursor } = reply.body.pagination;
    if (!has_more) return { pages, items: pages.flat(), ids: pages.flat().map(({ id }) => id) };
    await between?.();
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`;
  }
}

/** Every rule of the pagination section as a test of its own. */
export function listRules(t: Test, list: List): void {
  const { path, api, emptyApi, defaultSort } = list;
  const get = (query: string): Promise<Reply> => api.get(`${path}?${query}`);
  const cursorOf = async (query: string): Promise<string> => (await get(query)).body.pagination.next_cursor;

  t.test(`${path} limit is 50 when it is not given`, async (t) => {
    t.equal((await api.get(path)).body.data.length, 50);
  });

  t.test(`${path} limit may be 1 to 100 and is the most items of a page`, async (t) => {
    for (const limit of [1, 2, 99, 100]) t.equal((await get(`limit=${limit}`)).body.data.length, limit);
  });

  t.test(`${path} limit beyond 1 to 100, or no number, is 400 and named`, async (t) => {
    for (const limit of [...wrongLimits, '5&limit=6']) {
      const reply = await get(`limit=${limit}`);
      t.equal(reply.status, 400, limit);
      t.match(String(reply.body.message), /limit/, limit);
    }
  });

  t.test(`${path} sort is by created date, ${defaultSort} when it is not given`, async (t) => {
    const [asc, desc, unsaid] = [
      await walk(api, path, 'limit=100&sort=asc'),
      await walk(api, path, 'limit=100&sort=desc'),
      await walk(api, path, 'limit=100'),
    ];
    const dates = asc.items.map(({ created_date }) => created_date);
    t.strictSame(dates, dates.toSorted());
    t.strictSame(desc.ids, asc.ids.toReversed());
    t.strictSame(unsaid.ids, (defaultSort === 'asc' ? asc : desc).ids);
  });

  t.test(`${path} sort that is neither asc nor desc is 400 and named`, async (t) => {
    for (const sort of [...wrongSorts, 'asc&sort=asc']) {
      const reply = await get(`sort=${sort}`);
      t.equal(reply.status, 400, sort);
      t.match(String(reply.body.message), /sort/, sort);
    }
  });

  t.test(`${path} cursor leads through every item once, whatever the limit`, async (t) => {
    const whole = await walk(api, path, 'limit=100');
    for (const limit of [10, 33]) {
      const { ids, pages } = await walk(api, path, `limit=${limit}`);
      t.strictSame(ids, whole.ids);
      t.ok(pages.slice(0, -1).every(({ length }) => length === limit));
    }
    t.equal(new Set(whole.ids).size, whole.ids.length);
  });

  t.test(`${path} limit may change from page to page`, async (t) => {
    const whole = (await get('limit=20')).body.data;
    const rest = await get(`limit=15&cursor=${await cursorOf('limit=5')}`);
    t.strictSame(rest.body.data, whole.slice(5));
  });

  t.test(`${path} has_more is true and next_cursor a string while more results exist`, async (t) => {
    const { pagination } = (await get('limit=1')).body;
    t.strictSame(Object.keys(pagination).sort(), ['has_more', 'next_cursor']);
    t.equal(pagination.has_more, true);
    t.ok(typeof pagination.next_cursor === 'string' && pagination.next_cursor.length > 0);
  });

  t.test(`${path} the last page has has_more false and next_cursor null, also when it is full`, async (t) => {
    const { ids } = await walk(api, path, 'limit=100&sort=desc');
    const cursor = await cursorOf(`limit=${ids.length - 50 - 3}&sort=desc`);
    const almost = await get(`limit=52&sort=desc&cursor=${cursor}`);
    t.equal(almost.body.pagination.has_more, true, 'one item is left');
    const last = await get(`limit=53&sort=desc&cursor=${cursor}`);
    t.equal(last.body.data.length, 53);
    t.strictSame(last.body.pagination, { has_more: false, next_cursor: null });
  });

  t.test(`${path} without results is an empty page`, async (t) => {
    const { status, body } = await emptyApi.get(path);
    t.equal(status, 200);
    t.strictSame(body, { data: [], pagination: { has_more: false, next_cursor: null } });
  });

  const [filter, otherFilter] = list.filters ?? [];
  if (filter !== undefined) {
    t.test(`${path} filters must be repeated with the cursor`, async (t) => {
      const whole = (await get(`limit=4&${filter}`)).body.data;
      const cursor = await cursorOf(`limit=2&${filter}`);
      t.strictSame((await get(`limit=2&${filter}&cursor=${cursor}`)).body.data, whole.slice(2));
      for (const changed of ['', `&${otherFilter}`]) {
        t.equal((await get(`limit=2${changed}&cursor=${cursor}`)).status, 400, changed);
      }
    });
  }

  t.test(`${path} a modified or invented cursor is 400 and named`, async (t) => {
    const cursor = await cursorOf('limit=2&sort=asc');
    const places = [0, 5, 21, 30, cursor.length - 1];
    const modified = places.map(
      (at) => cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
    );
    const json = JSON.stringify({ created_date: '2026-01-01T00:00:00Z', id: unknownId });
    const invented = [
      '1',
      'x',
      '',
      '=',
      '%00',
      'null',
      unknownId,
      `${cursor}A`,
      `${cursor}=`,
      cursor.slice(0, -1),
    ];
    const encoded = [json, `["2026-01-01T00:00:00Z","${unknownId}"]`].map((text) => btoa(text));
    for (const wrong of [...modified, ...invented, ...encoded, cursor.toUpperCase(), 'x'.repeat(1025)]) {
      const reply = await get(`limit=2&sort=asc&cursor=${wrong}`);
      t.equal(reply.status, 400, wrong);
      t.match(String(reply.body.message), /cursor/i, wrong);
    }
    t.equal((await get(`limit=2&sort=asc&cursor=${cursor}`)).status, 200, 'as it was given it is good');
  });

  t.test(`${path} a cursor of another order or of another list is 400`, async (t) => {
    const cursor = await cursorOf('limit=2&sort=asc');
    t.equal((await get(`limit=2&sort=desc&cursor=${cursor}`)).status, 400);
    for (const other of ['/calls', '/contacts', '/users', '/invitations', '/coaching/periods']) {
      if (other === path) continue;
      t.equal((await api.get(`${other}?limit=2&sort=asc&cursor=${cursor}`)).status, 400, other);
    }
  });

  t.test(
    `${path} pages walked in ascending order while items come have each once, new ones too`,
    async (t) => {
      const before = await walk(api, path, 'limit=100&sort=asc');
      const added: string[] = [];
      const { ids } = await walk(api, path, 'limit=20&sort=asc', async () => added.push(await list.add()));
      // What comes before the last page is fetched is on it.
      t.strictSame(ids, [...before.ids, ...added]);
    },
  );

  t.test(`${path} pages walked in descending order while items come have the old ones once`, async (t) => {
    const before = await walk(api, path, 'limit=100&sort=desc');
    const { ids } = await walk(api, path, 'limit=20&sort=desc', list.add);
    t.strictSame(ids, before.ids);
  });

  t.test(`${path} with a missing or an invalid key is 401`, async (t) => {
    for (const key of ['', 'nonsense', `${api.key}x`])
      t.equal((await api.withKey(key).get(path)).status, 401);
  });

  t.test(`${path} ignores a parameter that it does not know`, async (t) => {
    t.equal((await get('made_up=1&offset=5')).status, 200);
  });
}
