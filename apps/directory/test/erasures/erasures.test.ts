import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DebriefError } from '@debrief/contracts/errors';
import type { Erasure } from '@debrief/contracts/events/erasures';
import type { IdentifiedResource } from '@debrief/contracts/identifiers';
import { services } from '@debrief/contracts/nats-users';
import type { OpenErasure } from '@debrief/database/erasures';
import { transaction } from '@debrief/database/pool';
import type { OperationHandler } from '@debrief/messaging/serve';
import { createLogger } from '@debrief/service-kit/logger';
import { sql } from 'kysely';
import t from 'tap';
import { eraseContact, eraseUser } from '../../src/erasures/erase-people.ts';
import { eraseMails, eraseSubject } from '../../src/erasures/erase-subject.ts';
import { erasureFile } from '../../src/erasures/erasure-file.ts';
import { askAgain, recordDone, recordRequested } from '../../src/erasures/record-erasures.ts';
import { eraseRestored, listErasures, repeatErasures } from '../../src/erasures/repeat-erasures.ts';
import { callerOf } from '../fixtures/answers.ts';
import { acceptAll, createOne, inviting, list } from '../fixtures/inviting.ts';
import { resolveOne } from '../fixtures/submission.ts';
import { testDirectory } from '../fixtures/test-directory.ts';

const directory = await testDirectory(t);
const { db } = directory;
const system = { access: 'system', request_id: 'test' };
const wake = () => {};

async function ask<Ok>(handler: OperationHandler, caller: object, input: object): Promise<Ok | string> {
  const [outcome] = await handler.handler([{ caller, input }] as never);
  if (outcome === undefined || 'error' in outcome) {
    if (!(outcome?.error instanceof DebriefError)) throw outcome?.error;
    return outcome.error.definition.code;
  }
  return ('json' in outcome ? JSON.parse(outcome.json as string) : outcome.ok) as Ok;
}

const by = (_: IdentifiedResource, name: string, value: string) => ({ by: name, value });
const erase = (
  scope: string,
  kind: 'contact' | 'user',
  name: string,
  value: string,
  with_recordings = false,
) =>
  kind === 'contact'
    ? ask<Erasure>(eraseContact(db, wake), callerOf(scope), by(kind, name, value))
    : ask<Erasure>(eraseUser(db, wake), callerOf(scope), {
        identifier: by(kind, name, value),
        with_recordings,
      });

async function eventsOf(scope: string) {
  const { rows } = await sql<{ subject: string; payload: Record<string, unknown> }>`
    select subject, payload from outbox where payload ->> 'integration_id' = ${scope} order by id`.execute(
    db,
  );
  return rows;
}

async function listed(erasureId: string | null = null) {
  const answer = await ask<{ data: Record<string, unknown>[] }>(listErasures(db), system, {
    ...{ erasure_id: erasureId, limit: 1000 },
  });
  return (answer as { data: Record<string, unknown>[] }).data;
}

const open = (erasure: Erasure, is_settled: boolean): OpenErasure => ({ ...erasure, is_settled });

t.test('a contact is gone with the answer, which says what to look for; again it is not there', async (t) => {
  const scope = await directory.integration();
  const other = await directory.integration();
  const people = {
    contact_phone: '+1 415 555 0142',
    contact_emails: ['john@example.com'],
    contact_first_name: 'John',
  };
  await resolveOne(db, scope, people);
  await resolveOne(db, other, people);
  const [contact] = await directory.contactsOf(scope);
  const { id = '', external_contact_id = '', name = '' } = contact ?? {};
  t.equal(await erase(other, 'contact', 'id', id), 'CONTACT_NOT_FOUND', 'of another integration');
  const erasure = await erase(scope, 'contact', 'external_contact_id', external_contact_id);
  t.match(erasure, { integration_id: scope, kind: 'contact', subject_id: id, with_recordings: true });
  t.strictSame(
    new Set((erasure as Erasure).words),
    new Set([name, 'John', '+1 415 555 0142', 'john@example.com']),
  );
  t.strictSame(await directory.contactsOf(scope), []);
  t.equal((await directory.contactsOf(other)).length, 1);
  t.equal(await erase(scope, 'contact', 'id', id), 'CONTACT_NOT_FOUND');
  t.strictSame(
    (await eventsOf(scope))
      .filter(({ subject }) => subject === 'erasure.requested')
      .map(({ payload }) => payload),
    [erasure],
  );
});

t.test('a user is gone with all ids, and the others are told without a name', async (t) => {
  const { scope, ann } = await inviting(directory);
  const erasure = await erase(scope, 'user', 'id', ann, true);
  t.match(erasure, { kind: 'user', subject_id: ann, with_recordings: true });
  t.strictSame(await directory.usersOf(scope), []);
  const removed = (await eventsOf(scope)).findLast(({ subject }) => subject === 'user.changed')?.payload;
  t.match(removed, { user_id: ann, version: 2, name: '', external_user_ids: [], removed: true });
  t.equal(await erase(scope, 'user', 'id', ann), 'USER_NOT_FOUND');
  const { user_id } = await resolveOne(db, scope);
  t.not(user_id, ann, 'who comes again is somebody else');
});

t.test(
  'invitations to a removed user cannot be accepted, and go with their files; those by them stay',
  async (t) => {
    const { scope } = await inviting(directory);
    const folder = t.testdir({});
    const zoe = (await createOne(db, scope)).invitation;
    const [accepted] = await acceptAll(db, [zoe.invitation_link.split('/').at(-1) ?? '']);
    const zoeId = accepted?.ok?.user_id ?? '';
    const pending = (await createOne(db, scope, { email: 'zoe@home.example' })).invitation;
    const byZoe = (
      await createOne(db, scope, {
        email: 'bob@example.com',
        external_user_id: 'bob',
        invited_by_user_id: zoeId,
      })
    ).invitation;
    const others = (await createOne(db, scope, { email: 'eve@example.com', external_user_id: 'eve' }))
      .invitation;
    for (const { id } of [zoe, pending, byZoe, others]) await writeFile(join(folder, `${id}.eml`), 'Hello');
    await writeFile(join(folder, `${zoe.id}-2.eml`), 'Hello');

    const erasure = (await erase(scope, 'user', 'external_user_id', 'zoe')) as Erasure;
    t.ok(erasure.words.includes('zoe@home.example'), 'by any address they were invited by');
    const token = (link: string) => link.split('/').at(-1) ?? '';
    const again = await acceptAll(db, [token(pending.invitation_link), token(zoe.invitation_link)]);
    t.strictSame(
      again.map(({ error }) => error?.definition.code),
      ['INVITATION_NOT_PENDING', 'INVITATION_NOT_PENDING'],
    );
    t.strictSame(
      (await list(db, scope)).data.map(({ email }) => email),
      ['bob@example.com', 'eve@example.com'],
    );
    for (const isSettled of [false, true]) {
      await eraseMails(db, folder)([open(erasure, isSettled)]);
      await transaction(db, (tx) => eraseSubject(tx, open(erasure, isSettled)));
    }
    t.strictSame(await readdir(folder), [`${others.id}.eml`], 'mails by them name them');
    const left = await db
      .selectFrom('invitations')
      .select('email')
      .where('integration_id', '=', scope)
      .execute();
    t.strictSame(left.map(({ email }) => email).sort(), ['bob@example.com', 'eve@example.com']);
    await eraseMails(db, join(folder, 'of another machine'))([open(erasure, true)]);
  },
);

t.test('an erasure is finished when every service is done, and its words are forgotten then', async (t) => {
  const { scope, ann } = await inviting(directory);
  const erasure = (await erase(scope, 'user', 'id', ann)) as Erasure;
  const { erasure_id, integration_id, subject_id } = erasure;
  const done = recordDone(db);
  for (const service of services.slice(1)) {
    await done({ payload: { erasure_id, integration_id, subject_id, service } });
    await done({ payload: { erasure_id, integration_id, subject_id, service } });
  }
  t.match(await listed(erasure_id), [{ finished_at: null, done: ['analytics', 'coaching', 'ingest'] }]);
  t.ok((await eventsOf(scope)).some(({ subject }) => subject === 'erasure.requested'));
  await done({ payload: { erasure_id, integration_id, subject_id, service: 'directory' } });
  t.match(await listed(erasure_id), [{ finished_at: /Z$/, done: [...services].sort() }]);
  t.notOk((await eventsOf(scope)).some(({ subject }) => subject === 'erasure.requested'));
  const { rows } =
    await sql`select from erasure_list where ${ann} = subject_id and cardinality(words) = 0`.execute(db);
  t.equal(rows.length, 1);
});

t.test('a service that says nothing for ten minutes is asked again, others are not', async (t) => {
  const { scope, ann } = await inviting(directory);
  await erase(scope, 'user', 'id', ann);
  const requests = async () =>
    (await eventsOf(scope)).filter(({ subject }) => subject === 'erasure.requested').length;
  await sql`update erasure_list set asked_at = now() - interval '11 minutes' where subject_id = ${ann}`.execute(
    db,
  );
  for (const expected of [2, 2]) {
    const loop = askAgain(db, wake, createLogger({ name: 'test', level: 'silent' }));
    await loop.close();
    t.equal(await requests(), expected);
  }
});

t.test('what the list outside of the database has and the database does not is erased again', async (t) => {
  const { scope, ann } = await inviting(directory);
  const [contact] = await directory.contactsOf(scope);
  const file = erasureFile(join(t.testdir({}), 'kept', 'erased.jsonl'));
  t.strictSame(await file.read(), [], 'there is none at first');
  const record = recordRequested(db, file, wake);
  const erasures = [
    (await erase(scope, 'user', 'id', ann)) as Erasure,
    (await erase(scope, 'contact', 'id', contact?.id ?? '')) as Erasure,
  ];
  for (const payload of erasures) await record({ payload });
  const ids = erasures.map(({ words: _, ...one }) => one);
  t.strictSame(await file.read(), ids, 'ids alone');
  t.equal(await eraseRestored(db, file), 0);

  // As a back-up has it.
  await sql`delete from erasure_list where integration_id = ${scope}`.execute(db);
  await sql`delete from erasures where integration_id = ${scope}`.execute(db);
  await sql`delete from outbox`.execute(db);
  await sql`
    insert into users (integration_id, id, external_user_id, external_user_ids, name, name_key, email, email_key)
    values (${scope}, ${ann}, 'ann', '{ann}', 'Ann Back', 'ann back', 'ann@example.com', 'ann@example.com')
  `.execute(db);
  t.equal(await eraseRestored(db, file), 2);
  t.strictSame(await directory.usersOf(scope), []);
  const requested = (await eventsOf(scope)).filter(({ subject }) => subject === 'erasure.requested');
  t.strictSame(
    requested
      .map(({ payload }) => payload as Erasure)
      .sort((a, b) => a.erasure_id.localeCompare(b.erasure_id)),
    [
      { ...ids[0], words: ['Ann Back', 'ann@example.com'] },
      { ...ids[1], words: [] },
    ],
    'with the names that came back',
  );
  t.equal(await eraseRestored(db, file), 0);
});

t.test('everything that was ever erased is erased again when an operator asks for it', async (t) => {
  const { scope, ann } = await inviting(directory);
  const { erasure_id } = (await erase(scope, 'user', 'id', ann)) as Erasure;
  await sql`update erasure_list set done = '{ingest}', finished_at = now()`.execute(db);
  await sql`delete from outbox`.execute(db);
  const all = (await listed()).length;
  for (const file of [null, erasureFile(join(t.testdir({}), 'erased.jsonl'))]) {
    t.strictSame(await ask(repeatErasures(db, file, wake), system, {}), { erasures: all });
  }
  t.match(await listed(erasure_id), [{ done: [], finished_at: null }]);
  t.equal((await eventsOf(scope)).length, 2);
});
