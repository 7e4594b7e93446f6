import type { Test } from 'tap';
import type { Api } from './api.ts';
import { newId } from './submissions.ts';

interface Found {
  id: string;
}

/** Searches of a list by one parameter after the other. */
export function searching(api: Api, path: string) {
  /** The ids that a search answers. */
  async function search(query: Record<string, string>): Promise<string[]> {
    const { body } = await api.get(`${path}?${new URLSearchParams(query)}`);
    return body.data.map(({ id }: Found) => id);
  }
  return {
    search,
    finds: async (t: Test, sought: Found, name: string, values: string[]): Promise<void> => {
      for (const value of values) {
        t.ok((await search({ [name]: value })).includes(sought.id), `${name}=${value}`);
      }
    },
    misses: async (t: Test, sought: Found, name: string, values: string[]): Promise<void> => {
      for (const value of values) {
        t.notOk((await search({ [name]: value })).includes(sought.id), `${name}=${value}`);
      }
    },
  };
}

/** What holds for searches of contacts and of users, each rule as a test of its own. */
export function searchRules(
  t: Test,
  o: {
    api: Api;
    path: string;
    external: 'external_contact_id' | 'external_user_id';
    /** Everything that the list filters by. */
    filters: string[];
    make(given: { name?: string; externalId?: string }): Promise<Found>;
  },
): void {
  const { api, path, external, make } = o;
  const { search, finds, misses } = searching(api, path);
  const mark = newId('Ünique');

  t.test(`GET ${path} ${external} finds exactly the one that has it`, async (t) => {
    for (const externalId of [newId('a:b/c'), newId('50% & + #'), newId('Zoë')]) {
      const sought = await make({ externalId });
      t.strictSame(await search({ [external]: externalId }), [sought.id]);
      const others = [externalId.slice(0, -1), `${externalId} `, externalId.toUpperCase(), '%'];
      await misses(t, sought, external, others);
    }
  });

  t.test(`GET ${path} name finds a part of the name, case aside`, async (t) => {
    const sought = await make({ name: `Émile ÖSTERREICH ${mark}` });
    const parts = ['émile', 'ÉMILE', 'österr', `reich ${mark}`, mark.toUpperCase(), 'E ÖST'];
    await finds(t, sought, 'name', parts);
    await misses(t, sought, 'name', ['emile', `${mark}x`, 'mile  öst']);
  });

  t.test(`GET ${path} name takes %, _ and \\ as they are`, async (t) => {
    const sought = await make({ name: `50%_off\\now ${mark}` });
    const plain = await make({ name: `50 or off now ${mark}` });
    await finds(t, sought, 'name', ['50%', '%_', 'f\\n', '\\', '0%_off\\now', '50%_OFF\\NOW']);
    await misses(t, plain, 'name', ['50%', '%', '_', '\\', '5_ or', `50%${mark}`]);
  });

  t.test(`GET ${path} name finds a changed name, and the former no more`, async (t) => {
    const sought = await make({ name: `Before ${mark}` });
    await api.put(`${path}/${sought.id}`, { name: `Afterwards ${mark}` });
    await finds(t, sought, 'name', [`AFTERWARDS ${mark}`]);
    await misses(t, sought, 'name', [`before ${mark}`]);
  });

  for (const name of o.filters) {
    t.test(`GET ${path} ${name} that is empty, given twice or no text is 400 and named`, async (t) => {
      for (const value of ['', `a&${name}=a`, '%00', 'x'.repeat(513)]) {
        const reply = await api.get(`${path}?${name}=${value}`);
        t.equal(reply.status, 400, value.slice(0, 20));
        t.match(String(reply.body.message), name);
      }
    });
  }
}
