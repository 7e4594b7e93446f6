import fc from 'fast-check';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { recordAgent } from '../../src/record-agent.ts';
import { figuresOf } from '../../src/record-calls.ts';
import {
  analyticsDatabase,
  call,
  keep,
  metricsOf,
  question,
  tenant,
} from '../fixtures/analytics-database.ts';
import { figures, type PlainCall, plainMetrics } from '../fixtures/plain-metrics.ts';

const { db } = await analyticsDatabase(t);

const NOON_MS = Date.parse('2026-11-20T12:00:00.000Z');
const HOUR_MS = 3_600_000;
/** Hours around which calls crowd, to the microsecond, and where windows begin and end. */
const hour = fc.constantFrom(-60, -36, -24, -12, 0, 12, 24, 36);
const oneOf = (...choices: string[]) => fc.constantFrom(null, ...choices);
const labels = fc.array(fc.constantFrom('Appointment Set', 'appointment', 'Ärger', 'Price', 'Timing'), {
  maxLength: 3,
});

const plainCall: fc.Arbitrary<PlainCall> = fc.record({
  tenant: fc.nat({ max: 1 }),
  kind: fc.constantFrom('call', 'call', 'call', 'roleplay'),
  user: fc.nat({ max: 1 }),
  contact: fc.nat({ max: 1 }),
  atMicroseconds: fc
    .tuple(hour, fc.constantFrom(-1001, -1000, -999, -1, 0, 1, 999, 1000, 1001, 7_200_000_000))
    .map(([hours, more]) => (NOON_MS + hours * HOUR_MS) * 1000 + more),
  status: fc.constantFrom('COMPLETED', 'COMPLETED', 'COMPLETED', 'PROCESSING', 'FAILED'),
  analyzed: fc.constantFrom(true, true, false),
  incoming: fc.constantFrom(true, false, null),
  source: oneOf('s1', 's2'),
  stage: oneOf('g1', 'g2'),
  durationMs: fc.integer({ min: 1, max: 14_400_000 }),
  ratingTenths: fc.option(fc.integer({ min: 10, max: 50 })),
  outcomes: labels,
  objections: labels,
  conversation: fc.option(
    fc.record(
      Object.fromEntries(Object.keys(figures).map((name) => [name, fc.option(fc.nat({ max: 2000 }))])),
    ),
  ),
});

const asked = fc.record({
  of: fc.constantFrom('user' as const, 'contact' as const, 'integration' as const),
  hours: fc.tuple(hour, hour).map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const),
  lastMs: fc.constantFrom(-1, 0),
  source: fc.subarray(['s1', 's2', 's3']),
  stage: fc.subarray(['g1', 'g2', 'g3']),
  team: fc.subarray(['t1', 't2', 't3']),
  type: fc.constantFrom('all' as const, 'all' as const, 'inbound' as const, 'outbound' as const),
  teams: fc.tuple(fc.subarray(['t1', 't2']), fc.subarray(['t1', 't2'])),
});

function inUnits(conversation: PlainCall['conversation']): Record<string, number | null> {
  const figures = Object.entries(conversation ?? {});
  return Object.fromEntries(figures.map(([name, value]) => [name, value === null ? null : value / 1000]));
}

function microseconds(at: number): string {
  const ms = Math.floor(at / 1000);
  return `${new Date(ms).toISOString().slice(0, -1)}${String(at - ms * 1000).padStart(3, '0')}Z`;
}

t.test('for any calls and any question the answer is what plain arithmetic says', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(plainCall, { maxLength: 40 }), asked, async (calls, ask) => {
      const tenants = [tenant(), tenant()] as const;
      const [users, contacts] = [
        [uuidv7(), uuidv7()],
        [uuidv7(), uuidv7()],
      ] as const;
      const [caller] = tenants;
      for (const [index, team_ids] of ask.teams.entries()) {
        const user = {
          user_id: users[index] as string,
          version: 1,
          team_ids,
          name: '',
          timezone: null,
          signal: true,
        };
        const external = { external_user_id: 'u', external_user_ids: ['u'] };
        await recordAgent(db, { ...user, ...external, integration_id: caller.integration_id });
      }
      await keep(
        db,
        ...calls.map(({ conversation, ratingTenths, ...fact }) =>
          call(tenants[fact.tenant] as typeof caller, {
            kind: fact.kind,
            status: fact.status,
            analyzed: fact.analyzed,
            incoming: fact.incoming,
            outcomes: fact.outcomes,
            objections: fact.objections,
            user_id: users[fact.user] as string,
            contact_id: contacts[fact.contact] as string,
            occurred_at: microseconds(fact.atMicroseconds),
            source_id: fact.source,
            stage_id: fact.stage,
            duration_seconds: fact.durationMs / 1000,
            rating: ratingTenths === null ? null : ratingTenths / 10,
            ...figuresOf(inUnits(conversation)),
          }),
        ),
      );
      const { of, source, stage, team, type } = ask;
      const input = question(of === 'integration' ? null : (of === 'user' ? users : contacts)[0], {
        ...{ of, source, stage, team, type },
        date_gte: new Date(NOON_MS + ask.hours[0] * HOUR_MS).toISOString(),
        date_lte: new Date(NOON_MS + ask.hours[1] * HOUR_MS + ask.lastMs).toISOString(),
      });
      const left = calls.filter(
        (one) =>
          one.tenant === 0 &&
          one.kind === 'call' &&
          (of === 'integration' || one[of] === 0) &&
          (source.length === 0 || source.includes(one.source as string)) &&
          (stage.length === 0 || stage.includes(one.stage as string)) &&
          (team.length === 0 || ask.teams[one.user]?.some((id) => team.includes(id))) &&
          (type === 'all' || one.incoming === (type === 'inbound')),
      );
      t.strictSame(await metricsOf(db, caller, input), plainMetrics(input, left));
    }),
    { numRuns: process.env.TEST_LONG ? 1000 : 50 },
  );
});
