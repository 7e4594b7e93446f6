import { getCall as operation } from '@debrief/contracts/operations/ingest';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { request } from '@debrief/messaging/request';
import { serve } from '@debrief/messaging/serve';
import { createLogger } from '@debrief/service-kit/logger';
import type { KyselyPlugin } from 'kysely';
import t from 'tap';
import { getCall } from '../../src/calls/get-call.ts';
import { ingestDatabase, submitted, tenant } from '../fixtures/ingest-database.ts';

t.test('sixty reads made together, of many tenants, are one handler call and one statement', async (t) => {
  const [{ db }, nats] = await Promise.all([ingestDatabase(t), testNats(t)]);
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { handler } = getCall(db.withPlugin(counting));
  const batches: number[] = [];
  const log = createLogger({ name: 'test', level: 'silent' });
  const messaging = await connect({ url: nats.url, name: 'test', log });
  t.teardown(() => messaging.close());
  await serve(messaging, {
    service: 'ingest',
    version: '0.0.0',
    handlers: [
      {
        operation,
        handler: (items) => {
          batches.push(items.length);
          return handler(items);
        },
      },
    ],
  });
  const callers = [tenant(), tenant(), tenant()];
  const rows = await Promise.all(
    Array.from({ length: 60 }, (_, index) => submitted(db, callers[index % 3] as (typeof callers)[0])),
  );
  const calls = await Promise.all(
    rows.map((row, index) =>
      request(messaging, operation, callers[index % 3] as (typeof callers)[0], {
        kind: 'call',
        by: 'id',
        value: row.id,
      }),
    ),
  );
  t.same(
    calls.map(({ id }) => id),
    rows.map(({ id }) => id),
  );
  t.same(batches, [60]);
  t.equal(statements, 1);
});
