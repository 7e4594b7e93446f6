import type { Arena, Fault } from '../fault.ts';
import type { Tenant } from '../stack/stack.ts';

const CONTACTS = 200_000;
const ROUNDS = 60;
const SLOW_AT_ONCE = 4;

/** A part of a name that is too short for an index: Postgres looks at every name of the tenant. */
const slowList = (round: number, index: number) => `/contacts?name=x${'bcdfghjklm'[(round + index) % 10]}`;
const quickList = '/contacts?limit=1';

export const slowLists: Fault = {
  row: '31',
  once: true,
  does: `lists of a tenant that look through ${CONTACTS} rows, and another tenant's read in the same batch, which does not wait for them`,
  async inject(arena) {
    const { stack, load, note, broken } = arena;
    const greedy = await stack.newTenant();
    await fill(arena, greedy);
    try {
      const times = { alone: [] as number[], beside: [] as number[], slow: [] as number[] };
      const ask = async (tenant: Tenant, path: string, into: number[]) => {
        const answer = await load.client.get(tenant, path);
        into.push(answer?.milliseconds ?? Number.POSITIVE_INFINITY);
      };
      for (let round = 0; round < ROUNDS; round += 1) {
        await ask(stack.tenants[1], quickList, times.alone);
        const slow = Array.from({ length: SLOW_AT_ONCE }, (_, index) =>
          ask(greedy, slowList(round, index), times.slow),
        );
        await Promise.all([...slow, ask(stack.tenants[1], quickList, times.beside)]);
      }
      const [alone, beside, slow] = [times.alone, times.beside, times.slow].map(median) as [
        number,
        number,
        number,
      ];
      note(
        `a read took ${alone.toFixed(0)} ms alone, ${beside.toFixed(0)} ms beside lists of ${slow.toFixed(0)} ms (medians)`,
      );
      if (beside > alone + slow) broken('a read waited for more than the statement of another tenant');
    } finally {
      await stack.postgres.query('delete from directory.contacts where integration_id = $1', [
        greedy.integrationId,
      ]);
    }
  },
};

async function fill({ stack }: Arena, { integrationId }: Tenant): Promise<void> {
  await stack.postgres.query(
    `insert into directory.contacts (
       integration_id, id, external_contact_id, name, name_key, emails, email_keys, created_date, place
     )
     select $1::uuid, uuidv7(), 'contact-' || n, 'Ann', 'ann', '{}', '{}', now(), n
     from generate_series(1, ${CONTACTS}) n`,
    [integrationId],
  );
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number;
}
