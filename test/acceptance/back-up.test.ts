import { cp, mkdtemp, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Api } from './harness/api.ts';
import { awaitErasure } from './harness/await-erasure.ts';
import {
  archiveLog,
  backUp,
  copyIn,
  copyOut,
  makeFolderOfPostgres,
  removeFolder,
  restore,
  withPostgres,
} from './harness/back-ups.ts';
import { type Debrief, type OwnDebrief, startDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { searchEverything } from './harness/search-everything.ts';
import { submit } from './harness/submissions.ts';

const MINUTES_MS = 60_000;
t.setTimeout(8 * MINUTES_MS);
/** Four starts with data that is synced to disk take minutes: `npm run test:long`. */
const skip = process.env.TEST_LONG ? false : 'part of npm run test:long';

const start = (t: Test, dataDir?: string) => startDebrief(t, { TEMPORARY_DATA: 'false' }, dataDir);

const call = (contact: string) => `\
Maria: Hello ${contact}, this is Maria from Northgate Windows. I am calling about the form you sent us.
${contact}: Sure, Maria. The windows in the kitchen let the cold in.
Maria: How long has that been going on?
${contact}: Two winters now. But you are more expensive than the others, I heard.
Maria: I understand that the price matters. Could I come by on Thursday at two to measure it?
${contact}: Thursday at two works for me.
Maria: Good, then I will see you on Thursday at two. Thank you for your time, ${contact}, goodbye.`;

/** The restored one keeps its keys. */
const apiOf = async (debrief: Debrief, { key, contract }: Api) =>
  new Api((await debrief.stack()).base_url, key, contract);

async function coach(debrief: Debrief, integration: string, api: Api, contact: string): Promise<string> {
  const file = join(debrief.dataDir, 'call.txt');
  await writeFile(file, call(contact));
  const people = ['--agent', 'Maria', '--agent-id', 'maria', '--contact', contact, '--contact-id', contact];
  const { call_event_id } = await debrief.cli<{ call_event_id: string }>(
    ...['submit', '--transcript', file, '--no-wait', '--integration', integration, ...people],
  );
  await (await apiOf(debrief, api)).awaitAnalysis(call_event_id);
  return `/calls/call_event_id:${call_event_id}`;
}

const statusesOf = (api: Api, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await api.get(path)).status));
const analyzed = async (api: Api) => (await api.get('/metrics')).body.calls.analyzed as number;

async function isErased(t: Test, debrief: Debrief, receipt: string): Promise<void> {
  const erasure = await awaitErasure(debrief, receipt);
  t.ok(erasure?.finished_at, 'erased again');
}

t.test('a restored back-up has all that was committed, and not who was erased since', { skip }, async (t) => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'debrief-elsewhere-'));
  t.teardown(() => removeFolder(elsewhere));
  const archive = join(elsewhere, 'archive');
  const first = await start(t);
  const { dataDir } = first;
  for (const folder of [elsewhere, archive]) await makeFolderOfPostgres(first, folder);
  await archiveLog(first, archive);
  await first.stop();

  const debrief = await start(t, dataDir);
  const { id: integration, api } = await debrief.createIntegration();
  const erased = await coach(debrief, integration, api, 'Philomena');
  const kept = [await coach(debrief, integration, api, 'Bartholomew')];
  let isWriting = true;
  const writing = (async () => {
    while (isWriting) kept.push(`/calls/call_event_id:${(await submit(api)).call_event_id}`);
  })();
  await backUp(debrief, elsewhere);
  const inBase = kept.length;
  await eventually(
    async () => kept.length,
    (count) => count > inBase + 10,
  );
  kept.push(await coach(debrief, integration, api, 'Theodora'));
  isWriting = false;
  await writing;
  const analysis = (await api.get(`${kept[0]}/analysis`)).body;
  const segment = await withPostgres(debrief, async (client) => {
    const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
    return join(archive, rows[0]?.name ?? '');
  });
  t.ok(await eventually(() => stat(segment).catch(() => null), Boolean), 'the log is archived');

  // Erased when no log reaches the archive any more: only the list that is kept apart knows.
  await rename(archive, `${archive}-out-of-reach`);
  const reply = await api.delete('/contacts/external_contact_id:Philomena');
  const receipt = reply.headers.get('x-erasure-id') ?? '-';
  const list = () => readFile(join(dataDir, 'erased.jsonl'), 'utf8').catch(() => '');
  t.ok(await eventually(list, (text) => text.includes(receipt)));
  await cp(join(dataDir, 'erased.jsonl'), join(elsewhere, 'erased.jsonl'));
  await debrief.stop();
  await removeFolder(dataDir);
  await rename(`${archive}-out-of-reach`, archive);

  await restore(dataDir, elsewhere, archive);
  await cp(join(elsewhere, 'erased.jsonl'), join(dataDir, 'erased.jsonl'));
  const restored = await start(t, dataDir);
  const again = await apiOf(restored, api);
  await isErased(t, restored, receipt);
  for (const what of ['analytics', 'users', 'integrations']) await restored.cli('rebuild', what);
  t.equal((await again.get(erased)).status, 404);
  t.strictSame(await searchEverything(restored, ['Philomena']), [], 'nothing of her came back');
  t.strictSame(
    await statusesOf(again, kept),
    kept.map(() => 200),
    `all ${kept.length} calls are there`,
  );
  t.ok(inBase < kept.length, 'those after the base backup, too');
  t.strictSame((await again.get(`${kept[0]}/analysis`)).body, analysis);
  t.equal(await analyzed(again), 3, 'counts stay');
  kept.push(await coach(restored, integration, again, 'Wilhelmina'));
  t.equal((await again.get(`${kept.at(-1)}/transcript`)).status, 200, 'new calls are coached');

  await t.test('so have tables that were copied into a new Debrief', (t) =>
    copied(t, restored, { integration, api: again, kept }),
  );
});

async function copied(
  t: Test,
  from: OwnDebrief,
  { integration, api, kept }: { integration: string; api: Api; kept: readonly string[] },
): Promise<void> {
  const tables = await mkdtemp(join(tmpdir(), 'debrief-tables-'));
  t.teardown(() => removeFolder(tables));
  await coach(from, integration, api, 'Eugenia');
  await copyOut(from, tables);
  const reply = await api.delete('/contacts/external_contact_id:Eugenia');
  const receipt = reply.headers.get('x-erasure-id') ?? '-';
  const list = join(from.dataDir, 'erased.jsonl');
  t.ok(
    await eventually(
      () => readFile(list, 'utf8'),
      (text) => text.includes(receipt),
    ),
  );

  const empty = await start(t);
  await copyIn(empty, tables);
  await cp(list, join(empty.dataDir, 'erased.jsonl'));
  await empty.stop();
  const loaded = await start(t, empty.dataDir);
  const again = await apiOf(loaded, api);
  await isErased(t, loaded, receipt);
  t.strictSame(await searchEverything(loaded, ['Eugenia', 'Philomena']), []);
  t.strictSame(
    await statusesOf(again, kept),
    kept.map(() => 200),
  );
  t.equal(await analyzed(again), 5);
  const fresh = await coach(loaded, integration, again, 'Cornelius');
  t.equal((await again.get(`${fresh}/transcript`)).status, 200, 'new calls are coached');
}
