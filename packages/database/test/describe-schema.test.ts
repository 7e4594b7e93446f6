import t from 'tap';
import { describeSchema } from '../src/describe-schema.ts';
import { emptyDatabase, query } from './empty-database.ts';

const SHAPES = `
create schema calls;
set search_path = calls;
create type grade as enum ('good', 'bad');
create domain share as double precision not null check (value between 0 and 1);
create table calls (
  integration_id uuid, id bigint generated always as identity, title varchar(80) default 'none', made_at timestamptz(3),
  talk share, grade grade, words text[], upper_title text generated always as (upper(title)) stored,
  primary key (integration_id, id), unique (title), check (id > 0)
);
create table notes (integration_id uuid, call_id bigint not null,
  foreign key (integration_id, call_id) references calls on delete cascade) with (fillfactor = 80);
create table facts (day date not null) partition by range (day);
create table facts_2026 partition of facts for values from ('2026-01-01') to ('2027-01-01');
create index calls_made_at on calls (made_at desc) include (title) where grade = 'good';
create view recent as select id from calls;
create function twice(n int) returns int language sql immutable return n * 2;
create function refuse() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger refuse before delete on calls for each row execute function refuse();
`;

t.test('a schema is described by what the migrations made', async (t) => {
  const url = await emptyDatabase(t);
  await query(url, SHAPES);
  const text = await describeSchema({ url, schema: 'calls' });
  for (const part of [
    `create type grade as enum ('good', 'bad');`,
    'create domain share as double precision not null CHECK (',
    `create table calls (\n  integration_id uuid not null,\n  id bigint generated always as identity not null,\n`,
    `  title character varying(80) default 'none'::character varying,\n  made_at timestamp(3) with time zone,\n`,
    '  talk share,\n  grade grade,\n  words text[],\n',
    '  upper_title text generated always as (upper((title)::text)) stored,\n',
    '  constraint calls_pkey PRIMARY KEY (integration_id, id),\n  constraint calls_title_key UNIQUE (title),\n',
    '  constraint calls_id_check CHECK ((id > 0))\n);',
    'FOREIGN KEY (integration_id, call_id) REFERENCES calls(integration_id, id) ON DELETE CASCADE\n) with (fillfactor=80);',
    'create table facts (\n  day date not null\n) partition by RANGE (day);',
    `create table facts_2026 partition of facts (\n  day date not null\n) FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');`,
    `CREATE INDEX calls_made_at ON calls USING btree (made_at DESC) INCLUDE (title) WHERE (grade = 'good'::grade);`,
    'create view recent as\n SELECT id',
    'CREATE OR REPLACE FUNCTION twice(n integer)',
    'CREATE TRIGGER refuse BEFORE DELETE ON calls FOR EACH ROW EXECUTE FUNCTION refuse();',
  ]) {
    t.ok(text.includes(part), part);
  }
});

t.test('the same schema has the same description, in whatever order it was made', async (t) => {
  const [one, other] = [await emptyDatabase(t), await emptyDatabase(t)];
  await query(
    one,
    'create schema s; create table s.a (x int, constraint b check (x > 1), constraint a check (x > 0)); create table s.b ()',
  );
  await query(
    other,
    'create schema s; create table s.b (); create table s.a (x int, constraint a check (x > 0), constraint b check (x > 1))',
  );
  const text = await describeSchema({ url: one, schema: 's' });
  t.equal(text, await describeSchema({ url: other, schema: 's' }));
  await query(other, 'alter table s.a alter x set not null');
  t.not(text, await describeSchema({ url: other, schema: 's' }));
});
