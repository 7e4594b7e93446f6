import t from 'tap';
import { coachingRecords } from './harness/coaching-records.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { listRules, walk } from './harness/list-rules.ts';
import { newId, repeat, submission, submit } from './harness/submissions.ts';

const CALLS = 103;
const debrief = await sharedDebrief(t);
const [{ id: integrationId, api }, empty] = await Promise.all([
  debrief.createIntegration(),
  debrief.createIntegration(),
]);
// Every one of the first agent and inbound; many of them at once, so that some share their created date.
const agent = newId('agent');
const bodies = Array.from({ length: CALLS }, () => submission({ external_user_id: agent, incoming: true }));
await repeat(CALLS, (index) => submit(api, bodies[index]));

/** One more call, by the same agent. */
async function add(to = api): Promise<string> {
  const { call_event_id } = await submit(to, { external_user_id: agent, incoming: true });
  return (await to.get(`/calls/call_event_id:${call_event_id}`)).body.id;
}

listRules(t, {
  path: '/calls',
  defaultSort: 'asc',
  api,
  emptyApi: empty.api,
  add: () => add(),
  filters: [`user_id=external_user_id:${agent}`, 'incoming=true'],
});

t.test('/calls a cursor serves the read-only key of its integration as well', async (t) => {
  const { readOnlyApi, api: own } = await debrief.createIntegration();
  for (let index = 0; index < 3; index += 1) await submit(own);
  const first = await own.get('/calls?limit=2');
  const second = await readOnlyApi.get(`/calls?limit=2&cursor=${first.body.pagination.next_cursor}`);
  t.equal(second.status, 200);
  t.equal(second.body.data.length, 1);
});

t.test('/calls a cursor stays good however often it is used', async (t) => {
  const { next_cursor } = (await api.get('/calls?limit=2')).body.pagination;
  const [once, twice] = [
    await api.get(`/calls?limit=2&cursor=${next_cursor}`),
    await api.get(`/calls?limit=2&cursor=${next_cursor}`),
  ];
  t.strictSame(once.body, twice.body);
});

for (const [row, first, second] of [
  ['left out', 'incoming=true', ''],
  ['added', '', 'incoming=true'],
  ['changed', 'incoming=true', 'incoming=false'],
  ['exchanged for another', 'incoming=true', `user_id=external_user_id:${agent}`],
  ['a date moved', 'created_date_gte=2020-01-01', 'created_date_gte=2020-01-02'],
  ['a status added', 'incoming=true', 'incoming=true&status=QUEUED'],
] as const) {
  t.test(`/calls a cursor is 400 with a filter ${row}`, async (t) => {
    const { next_cursor } = (await api.get(`/calls?limit=2&${first}`)).body.pagination;
    t.type(next_cursor, 'string');
    t.equal((await api.get(`/calls?limit=2&${first}&cursor=${next_cursor}`)).status, 200);
    t.equal((await api.get(`/calls?limit=2&${second}&cursor=${next_cursor}`)).status, 400);
  });
}

for (const [path, sort] of [
  ['/calls', 'asc'],
  ['/calls', 'desc'],
  ['/contacts', 'asc'],
  ['/contacts', 'desc'],
  ['/users', 'asc'],
  ['/users', 'desc'],
] as const) {
  t.test(`${path} pages walked ${sort} under a stream of submissions skip and repeat none`, async (t) => {
    const { api } = await debrief.createIntegration();
    await repeat(60, () => submit(api));
    const before = await walk(api, path, `limit=100&sort=${sort}`);
    t.equal(before.ids.length, 60);
    let isWalking = true;
    let added = 0;
    const stream = async () => {
      for (; isWalking; added += 1) await submit(api);
    };
    const streams = Array.from({ length: 8 }, stream);
    // A walk in ascending order may never meet the end of a list that grows.
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 30; page += 1) {
      const { body } = await api.get(`${path}?limit=7&sort=${sort}${cursor}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      if (!body.pagination.has_more) break;
      cursor = `&cursor=${body.pagination.next_cursor}`;
    }
    isWalking = false;
    await Promise.all(streams);
    t.ok(added > 0, `${added} were submitted meanwhile`);
    t.equal(new Set(seen).size, seen.length, 'none repeats');
    const missed = new Set(before.ids).difference(new Set(seen));
    t.equal(missed.size, 0, 'none that was there is skipped');
    const { ids } = await walk(api, path, `limit=100&sort=${sort}`);
    const start = ids.indexOf(seen[0] ?? '');
    t.strictSame(seen, ids.slice(start, start + seen.length), 'nor any that came meanwhile');
  });
}

const records = coachingRecords(debrief);
const periodId = await records.insertPeriod(integrationId);

for (const { id, path: template, parameters } of api.contract.operations.filter(({ parameters }) =>
  parameters.some(({ name }) => name === 'cursor'),
)) {
  const path = template.replace('{periodId}', periodId);
  t.test(`limit: the page size of ${id} is 50 by default`, async (t) => {
    t.match(parameters.find(({ name }) => name === 'limit')?.schema, { default: 50 });
    t.equal((await api.get(path)).status, 200);
  });

  t.test(`limit: the page size of ${id} is 1 to 100`, async (t) => {
    for (const [limit, status] of Object.entries({ 0: 400, 1: 200, 100: 200, 101: 400 })) {
      t.equal((await api.get(`${path}?limit=${limit}`)).status, status, limit);
    }
  });
}

for (const [list, person] of [
  ['users', `external_user_id:${agent}`],
  ['contacts', `external_contact_id:${bodies[0]?.external_contact_id}`],
] as const) {
  t.test(`limit: metrics of ${list} start 29 days ago in UTC and end with the request`, async (t) => {
    const { body } = await api.get(`/${list}/${person}/metrics`);
    const endMs = Date.parse(body.window.date_lte);
    t.ok(Math.abs(Date.now() - endMs) < 60_000);
    const start = new Date(endMs - 29 * 86_400_000).toISOString().slice(0, 10);
    t.equal(body.window.date_gte, `${start}T00:00:00.000Z`);
  });
}
