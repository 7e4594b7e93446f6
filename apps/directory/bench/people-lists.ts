import type { Filling, ListQuestion, ListScene } from '@debrief/database/list-scene';
import { type Kysely, sql } from 'kysely';
import { listContacts } from '../src/contacts/list-contacts.ts';
import { listInvitations } from '../src/invitations/list-invitations.ts';
import type { Tables } from '../src/tables.ts';
import { listUsers } from '../src/users/list-users.ts';

const questionsOf =
  (list: string) =>
  (filters: string, input: object): ListQuestion => ({ list, filters, input, reach: 'page' });
const contacts = questionsOf('contacts');
const users = questionsOf('users');
const invitations = questionsOf('invitations');
const search = (question: ListQuestion): ListQuestion => ({ ...question, reach: 'search' });
const whole = (question: ListQuestion): ListQuestion => ({ ...question, reach: 'list' });

/** What is asked of names, of contacts and users alike. */
const names = (of: typeof contacts): ListQuestion[] => [
  search(of('name', { name: 'meier' })),
  search(of('name of each', { name: 'Person' })),
  search(of('name, one in 1,000', { name: 'meier 77' })),
  search(of('name, one', { name: 'meier 770.' })),
  search(of('name, only early', { name: 'Früh' })),
  search(of('name, none', { name: 'nobody at all' })),
  search(of('name, none, of parts that others have', { name: 'meier 77 müller' })),
  search(of('name in another script', { name: '李小龙' })),
  whole(of('name of two characters', { name: 'ei' })),
  whole(of('name of two characters, none', { name: 'xq' })),
  whole(of('name of one character, none', { name: 'q' })),
];

/**
 * One name in five is Meier, one in 10,000 李小龙; Früh has the first two hundredth, and an address of its own. One contact
 * in five has an address that many have, and a number that many have.
 */
export const peopleLists: ListScene<Tables> = {
  schema: 'directory',
  migrations: new URL('../migrations/', import.meta.url),
  withJobs: true,
  tables: { contacts: 'contacts', users: 'users', invitations: 'invitations' },
  questions: [
    contacts('none', {}),
    contacts('external_contact_id', { external_contact_id: 'person-777' }),
    contacts('external_contact_id, none', { external_contact_id: 'nobody' }),
    contacts('phone', { phone: '+1 415 000 0777' }),
    contacts('phone that many have', { phone: '0000' }),
    contacts('phone, none', { phone: '+1 415 555 0000' }),
    search(contacts('email', { email: 'Person-7777@example.com' })),
    search(contacts('email that many have', { email: 'none@example.com' })),
    search(contacts('email, only early', { email: 'early@example.com' })),
    search(contacts('email, none', { email: 'nobody@example.com' })),
    ...names(contacts),
    search(contacts('name, email', { name: 'meier', email: 'none@example.com' })),
    search(contacts('name, email, none', { name: 'müller', email: 'person-777@example.com' })),
    search(contacts('name, phone', { name: 'meier', phone: '0000' })),
    search(contacts('email, phone', { email: 'none@example.com', phone: '0000' })),
    contacts('name, external_contact_id', { name: 'person', external_contact_id: 'person-777' }),
    users('none', {}),
    users('external_user_id', { external_user_id: 'person-777' }),
    users('external_user_id, none', { external_user_id: 'nobody' }),
    users('email', { email: 'Person-777@example.com' }),
    users('email, none', { email: 'nobody@example.com' }),
    ...names(users),
    users('name, email', { name: 'person', email: 'person-777@example.com' }),
    invitations('none; half of them expired', {}),
  ],
  async fill(db, o) {
    for (const [list, fill] of [
      ['users', fillUsers],
      ['contacts', fillContacts],
      ['invitations', fillInvitations],
    ] as const) {
      await fill(db, o);
      o.say?.(`${list} are stored`);
    }
  },
  async ask(db, { tenant, question: { list, input }, page }) {
    const caller = {
      access: 'read-only',
      organization_id: tenant,
      integration_id: tenant,
      request_id: 'lists',
    } as const;
    const lists = { contacts: listContacts, users: listUsers, invitations: listInvitations };
    const { handler } = lists[list as keyof typeof lists](db);
    await handler([{ caller, input: { ...page, ...input } }] as never);
  },
};

/** Number `n` of a tenant: its id, its name and when it was created. */
const numbered = ({ rows }: Filling) => sql`
  select n, uuidv7() as id, timestamptz '2026-09-01Z' + n * (interval '90 days' / ${rows}::integer) as created,
    case
      when n % 10000 = 999 then '李小龙 person ' || n || '.'
      when n < ${rows} / 200 then 'früh person ' || n || '.'
      else (array['person meier ', 'person müller ', 'ann lee person ', 'person o''brien ', 'josé person '])[1 + n % 5] || n || '.'
    end as name
  from generate_series(0, ${rows}::integer - 1) n
`;

async function fillUsers(db: Kysely<Tables>, o: Filling): Promise<void> {
  await sql`
    with person as materialized (${numbered(o)}),
    stored as (
      insert into users
        (integration_id, id, external_user_id, external_user_ids, name, name_key, email, email_key, created_date, place)
      select ${o.tenant}::uuid, id, 'person-' || n, array['person-' || n], name, name,
        'person-' || n || '@example.com', 'person-' || n || '@example.com', created, n
      from person
    )
    insert into user_identities (integration_id, external_user_id, user_id)
    select ${o.tenant}::uuid, 'person-' || n, id from person
  `.execute(db);
}

async function fillContacts(db: Kysely<Tables>, o: Filling): Promise<void> {
  await sql`
    insert into contacts (
      integration_id, id, external_contact_id, name, name_key, phone, phone_digits, emails, email_keys, created_date, place
    )
    select ${o.tenant}::uuid, id, 'person-' || n, name, name, phone, phone, array[email], array[email], created, n
    from (${numbered(o)}) person
    cross join lateral (
      select
        case when n % 5 = 0 then '0000' else '1415' || lpad(n::text, 7, '0') end as phone,
        case when n < ${o.rows} / 200 then 'early@example.com' when n % 5 = 0 then 'none@example.com'
          else 'person-' || n || '@example.com' end as email
    ) reached
  `.execute(db);
}

/** The older half has expired, and is marked so. */
async function fillInvitations(db: Kysely<Tables>, o: Filling): Promise<void> {
  const isExpired = sql`n <= ${o.rows} / 2`;
  await sql`
    insert into invitations (
      integration_id, id, email, email_key, external_user_id, role, invited_by_user_id, created_date, expires_date,
      status, ended_date
    )
    select ${o.tenant}::uuid, id, 'person-' || n, 'person-' || n, 'person-' || n, 'MEMBER',
      (select users.id from users where users.integration_id = ${o.tenant}::uuid limit 1), created,
      now() + (n - ${o.rows} / 2) * interval '1 minute',
      case when ${isExpired} then 'EXPIRED' else 'PENDING' end, case when ${isExpired} then now() end
    from (${numbered(o)}) person
  `.execute(db);
}
