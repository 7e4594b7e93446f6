import type { Fault } from '../fault.ts';

/** Only the relay reads the outbox: what it may not see is committed and stays unpublished. */
const HIDE = `
  alter table ingest.outbox enable row level security;
  alter table ingest.outbox force row level security;
  create policy fault_hides on ingest.outbox for insert with check (true)`;
const SHOW = `
  drop policy fault_hides on ingest.outbox;
  alter table ingest.outbox no force row level security;
  alter table ingest.outbox disable row level security`;

const UNPUBLISHED = 'select from ingest.outbox where published_at is null';

/** What is published is noted by an update or a delete, which takes four seconds longer. */
const SLOW = `
  create function public.fault_slows() returns trigger language plpgsql
    as 'begin perform pg_sleep(4); return null; end';
  create trigger fault_slows before update or delete on ingest.outbox
    for each statement execute function public.fault_slows()`;
const FAST = `
  drop trigger fault_slows on ingest.outbox;
  drop function public.fault_slows()`;

/** Somebody waits in the trigger: JetStream has what is to be noted. */
const NOTING = `
  select from pg_stat_activity where usename like '%_ingest' and wait_event = 'PgSleep'
    and query like '%set published_at = %'`;

const killedBetween = (row: string, when: string, open: string, close: string, hit: string): Fault => ({
  row,
  does: `kill -9 of ingest ${when}; one effect of each`,
  async inject({ stack, moment, sleep, until }) {
    await moment(1);
    await stack.postgres.query(open);
    await sleep(1.5);
    await moment(1);
    await until(`the fault hits ${when}`, 10, async () => (await stack.postgres.query(hit)).length > 0);
    await stack.signal('ingest', 'SIGKILL');
    await stack.postgres.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename like '%_ingest' and state <> 'idle'",
    );
    await stack.postgres.query(close);
  },
});

export const killIngest: readonly Fault[] = [
  killedBetween('2a', 'between commit and publish', HIDE, SHOW, UNPUBLISHED),
  killedBetween('2b', 'after publish and before that is noted', SLOW, FAST, NOTING),
  {
    row: '2c',
    does: 'kill -9 of ingest three times at moments of a load',
    async inject({ stack, moment, sleep }) {
      for (let kill = 0; kill < 3; kill += 1) {
        await moment(2);
        await stack.signal('ingest', 'SIGKILL');
        await sleep(2);
      }
    },
  },
];
