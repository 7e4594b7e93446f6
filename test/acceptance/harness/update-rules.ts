import type { Test } from 'tap';
import type { Api } from './api.ts';
import { namedFields, newId } from './submissions.ts';
import { unknownId } from './uuid.ts';

export interface UpdatedField {
  name: string;
  /** In words of the specification. */
  type: string;
  keeping: unknown[];
  refused: unknown[];
}

type Person = Record<string, unknown> & { id: string };

/** What holds for `PUT` of a contact and of a user, each rule as a test of its own. */
export function updateRules(
  t: Test,
  o: {
    path: '/contacts' | '/users';
    external: 'external_contact_id' | 'external_user_id';
    api: Api;
    readOnlyApi: Api;
    make(): Promise<Person>;
    fields: UpdatedField[];
  },
): void {
  const { path, external, api, readOnlyApi, make, fields } = o;
  const put = (person: Person, body: unknown) => api.put(`${path}/${person.id}`, body);
  const read = async (externalId: unknown): Promise<Person> => {
    const reply = await api.get(`${path}?${external}=${encodeURIComponent(String(externalId))}`);
    return reply.body.data[0];
  };

  for (const { name, keeping, refused, type } of fields) {
    t.test(`PUT ${path} changes ${name} alone`, async (t) => {
      let before = await make();
      for (const value of keeping) {
        const wanted = { ...before, [name]: value };
        const reply = await put(before, { [name]: value });
        t.equal(reply.status, 200, String(value));
        t.strictSame(reply.body, wanted, 'the reply has all of it');
        t.strictSame(await read(wanted[external]), wanted, 'so has the list');
        before = wanted;
      }
    });

    t.test(`PUT ${path} ${name} is a ${type}: anything else is 400 and named`, async (t) => {
      const before = await make();
      for (const value of refused) {
        const reply = await put(before, { [name]: value });
        const shown = JSON.stringify(value)?.slice(0, 60);
        t.equal(reply.status, 400, shown);
        t.strictSame([...new Set(namedFields(reply.body.message))], [name], shown);
      }
      t.strictSame(await read(before[external]), before, 'nothing has changed');
    });
  }

  t.test(`PUT ${path} changes all given fields at once`, async (t) => {
    const before = await make();
    const change = Object.fromEntries(fields.map(({ name, keeping }) => [name, keeping[0]]));
    const { body } = await put(before, change);
    t.strictSame(body, { ...before, ...change });
  });

  t.test(
    `PUT ${path} changes nothing when one of several fields is wrong, and names each wrong one`,
    async (t) => {
      const before = await make();
      const [first, ...others] = fields;
      const change = Object.fromEntries(others.map(({ name, refused }) => [name, refused[0]]));
      const reply = await put(before, { [String(first?.name)]: first?.keeping[0], ...change });
      t.equal(reply.status, 400);
      t.strictSame(namedFields(reply.body.message).sort(), others.map(({ name }) => name).sort());
      t.strictSame(await read(before[external]), before);
    },
  );

  t.test(`PUT ${path} with an empty body changes nothing`, async (t) => {
    const before = await make();
    const { status, body } = await put(before, {});
    t.equal(status, 200);
    t.strictSame(body, before);
  });

  t.test(`PUT ${path} takes a fetched object back and changes nothing`, async (t) => {
    const before = await make();
    const { status, body } = await put(before, before);
    t.equal(status, 200);
    t.strictSame(body, before);
    t.strictSame(await read(before[external]), before);
  });

  t.test(`PUT ${path} ignores fields that nobody may change and fields that nobody knows`, async (t) => {
    const before = await make();
    const unknown = {
      id: unknownId,
      created_date: '2000-01-01T00:00:00.000Z',
      made_up: [1],
      integration_id: 'x',
    };
    for (const sent of [
      { ...unknown, constructor: 1 },
      '{"__proto__":{"name":"x"},"constructor":{"prototype":{"name":"x"}}}',
    ]) {
      const { status, body } = await put(before, sent);
      t.equal(status, 200);
      t.strictSame(body, before);
    }
  });

  t.test(`PUT ${path} whose body is no JSON object is 400`, async (t) => {
    const before = await make();
    for (const body of ['null', '[]', '"text"', '1', '{', '']) {
      t.equal((await put(before, body)).status, 400, body);
    }
    t.strictSame(await read(before[external]), before);
  });

  t.test(`PUT ${path} with a read-only key is 403 with the error forbidden`, async (t) => {
    const before = await make();
    for (const [id, body] of [
      [before.id, { name: 'Taken' }],
      ['malformed', {}],
      [unknownId, { name: 1 }],
    ] as const) {
      const reply = await readOnlyApi.put(`${path}/${id}`, body);
      t.equal(reply.status, 403);
      t.match(reply.body, { statusCode: 403, error: 'forbidden', message: String });
    }
    t.strictSame(await read(before[external]), before);
  });

  t.test(`PUT ${path} with a missing or an invalid key is 401`, async (t) => {
    const { id } = await make();
    for (const key of ['', 'nonsense']) {
      t.equal((await api.withKey(key).put(`${path}/${id}`, { name: 'Taken' })).status, 401);
    }
  });

  t.test(`PUT ${path}: changes of different fields at once all stay`, async (t) => {
    const before = await make();
    const changes = fields.map(({ name, keeping }) => ({
      [name]: name === external ? newId('x') : keeping[0],
    }));
    const replies = await Promise.all(changes.map((change) => put(before, change)));
    t.ok(replies.every(({ status }) => status === 200));
    const wanted = Object.assign({ ...before }, ...changes);
    t.strictSame((await put(before, {})).body, wanted);
  });
}
