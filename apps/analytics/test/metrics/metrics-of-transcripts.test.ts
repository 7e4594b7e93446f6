import type { RecordingAnalysis } from '@debrief/contracts/resources/analysis';
import { fakeRecordingContext } from '@debrief/contracts/testing';
import fc from 'fast-check';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { recordAgent } from '../../src/record-agent.ts';
import { recordAnalyzed, recordAttempts, recordCompleted, recordFailed } from '../../src/record-calls.ts';
import { figureColumns } from '../../src/tables.ts';
import { analyticsDatabase, metricsOfEach, question, tenant } from '../fixtures/analytics-database.ts';
import { coached, type GeneratedCall, generatedCall } from '../fixtures/generated-calls.ts';
import { plainConversation } from '../fixtures/plain-conversation.ts';
import { figures, type PlainCall, plainMetrics } from '../fixtures/plain-metrics.ts';

/**
 * From segments to metrics: transcripts are coached, their events recorded and questions answered by the services, and
 * computed a second time by plain code that follows docs/metrics.md and knows neither.
 */
const { db } = await analyticsDatabase(t);
const isLong = process.env.TEST_LONG !== undefined;
t.setTimeout(isLong ? 1_200_000 : 110_000);
const TRANSCRIPTS = isLong ? 400 : 12;
const CALLS = isLong ? 1000 : 300;
const QUESTIONS = isLong ? 10_000 : 2000;
/** At once, as a service is asked under load. */
const BATCH = 100;
const SEED = 20_261_121;

const caller = tenant();
const [users, contacts] = [ids(4), ids(5)];
const teams = [['t1'], ['t1', 't2'], ['t2'], []];
const FROM_MS = Date.parse('2026-10-01T00:00:00.000Z');
const SPAN_MS = 40 * 86_400_000;

function ids(count: number): string[] {
  return Array.from({ length: count }, () => uuidv7());
}

const transcripts = fc.sample(generatedCall, { seed: SEED, numRuns: TRANSCRIPTS });
const analyses = await coached(transcripts);

/** Half a unit of the last decimal: at a tie, the last bit of a float decides which way it is rounded. */
function agrees(stored: number | null, exact: readonly [number, number] | null, decimals: number): boolean {
  if (stored === null || exact === null) return stored === exact;
  return Math.abs(stored - exact[0] / exact[1]) <= 0.5 / 10 ** decimals + 1e-9;
}

t.test('every figure of a call is what its segments say', async (t) => {
  for (const [index, { segments, duration }] of transcripts.entries()) {
    const plain = plainConversation(segments, duration);
    const stored = analyses[index]?.conversation;
    for (const name of figureColumns) {
      const exact = plain[name] ?? null;
      const shown = exact === null ? 'null' : exact.join(' ÷ ');
      if (!agrees(stored?.[name] ?? null, exact, figures[name]))
        t.fail(`${name} of call ${index} is ${stored?.[name]}, not ${shown}`, { segments });
    }
  }
  t.ok(analyses.length === TRANSCRIPTS);
});

const newCall = fc.record({
  transcript: fc.nat({ max: TRANSCRIPTS - 1 }),
  user: fc.nat({ max: users.length - 1 }),
  contact: fc.nat({ max: contacts.length - 1 }),
  atMs: fc.nat({ max: SPAN_MS }),
  status: fc.constantFrom('COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'PROCESSING', 'FAILED'),
  kind: fc.constantFrom('call', 'call', 'call', 'call', 'call', 'roleplay'),
  incoming: fc.constantFrom(true, false, null),
  source: fc.constantFrom(null, 's1', 's2'),
  stage: fc.constantFrom(null, 'g1', 'g2'),
});
type NewCall = typeof newCall extends fc.Arbitrary<infer Call> ? Call : never;

/** What the plain computation knows of a call: its own figures, and the coach's rating and labels. */
function plainCall(given: NewCall): PlainCall {
  const { segments, duration } = transcripts[given.transcript] as GeneratedCall;
  const { rating, disposition, objections, conversation } = analyses[given.transcript] as RecordingAnalysis;
  const exact = plainConversation(segments, duration);
  const thousandths = figureColumns.map((name) => {
    const value = exact[name] ?? null;
    if (value === null) return [name, null] as const;
    const rounded = Math.round((value[0] * 10 ** figures[name]) / value[1]) * 10 ** (3 - figures[name]);
    const isTie = Math.abs((((value[0] * 10 ** figures[name]) / value[1]) % 1) - 0.5) < 1e-6;
    return [name, isTie ? Math.round((conversation?.[name] ?? 0) * 1000) : rounded] as const;
  });
  return {
    ...given,
    tenant: 0,
    atMicroseconds: (FROM_MS + given.atMs) * 1000,
    status: given.status as PlainCall['status'],
    kind: given.kind as PlainCall['kind'],
    analyzed: given.status !== 'PROCESSING',
    durationMs: duration * 10,
    ratingTenths: rating?.outcome == null ? null : Math.round(rating.outcome * 10),
    outcomes: disposition?.outcomes ?? [],
    objections: objections?.kinds ?? [],
    conversation: Object.fromEntries(thousandths),
  };
}

/** The events of the calls, as ingest and coaching emit them, in the batches in which they are read. */
async function record(given: readonly NewCall[]): Promise<void> {
  const { organization_id, integration_id } = caller;
  const events = given.map((one) => {
    const { duration } = transcripts[one.transcript] as GeneratedCall;
    const analysis = analyses[one.transcript] as RecordingAnalysis;
    const { rating, disposition, objections, conversation } = analysis;
    if (conversation === undefined) throw new Error('an analysis without its conversation');
    const recording = fakeRecordingContext({
      ...{ recording_id: uuidv7(), organization_id, integration_id, kind: one.kind as 'call' },
      ...{ user_id: users[one.user] as string, contact_id: contacts[one.contact] as string },
      ...{ incoming: one.incoming, source_id: one.source, stage_id: one.stage },
      ...{ duration_seconds: duration / 100, occurred_at: new Date(FROM_MS + one.atMs).toISOString() },
    });
    const labels = { outcomes: disposition?.outcomes ?? [], objections: objections?.kinds ?? [] };
    const error = { code: 'analysis_failed' };
    return { status: one.status, recording, rating: rating?.outcome ?? null, ...labels, conversation, error };
  });
  const of = (status: string) => events.filter((event) => event.status === status);
  await recordAttempts(
    db,
    of('PROCESSING').map(({ recording }) => recording),
  );
  await recordAnalyzed(db, [...of('COMPLETED'), ...of('FAILED')]);
  await recordCompleted(
    db,
    of('COMPLETED').map(({ recording }) => recording),
  );
  await recordFailed(db, of('FAILED'));
}

const asked = fc.record({
  of: fc.constantFrom('user' as const, 'contact' as const, 'integration' as const),
  person: fc.nat({ max: 3 }),
  bounds: fc.tuple(fc.nat({ max: SPAN_MS }), fc.nat({ max: SPAN_MS })),
  source: fc.subarray(['s1', 's2', 's3']),
  stage: fc.subarray(['g1', 'g2', 'g3']),
  team: fc.subarray(['t1', 't2', 't3']),
  type: fc.constantFrom('all' as const, 'all' as const, 'inbound' as const, 'outbound' as const),
});
type Ask = typeof asked extends fc.Arbitrary<infer Asked> ? Asked : never;

t.test(
  'every field of the metrics is what plain code says, whatever the window and the filters',
  async (t) => {
    for (const [index, user_id] of users.entries()) {
      const agent = {
        integration_id: caller.integration_id,
        user_id,
        version: 1,
        team_ids: teams[index] ?? [],
      };
      await recordAgent(db, {
        ...{
          ...agent,
          name: '',
          timezone: null,
          signal: true,
          external_user_id: 'u',
          external_user_ids: ['u'],
        },
      });
    }
    const given = fc.sample(newCall, { seed: SEED, numRuns: CALLS });
    await record(given);
    const calls = given.map(plainCall);
    const has = (list: readonly string[], value: string | null) =>
      list.length === 0 || (value !== null && list.includes(value));
    const asks = fc.sample(asked, { seed: SEED, numRuns: QUESTIONS });
    for (let from = 0; from < QUESTIONS; from += BATCH) {
      const batch = asks.slice(from, from + BATCH).map(questionOf);
      const answers = await metricsOfEach(
        db,
        batch.map(({ input }) => ({ caller, input })),
      );
      for (const [index, { input, left }] of batch.entries()) {
        const expected = plainMetrics(input, left);
        if (JSON.stringify(answers[index]) !== JSON.stringify(expected))
          t.strictSame(answers[index], expected, JSON.stringify(input));
      }
    }
    t.pass(`${QUESTIONS} questions over ${CALLS} calls`);

    function questionOf({ of, person, bounds, source, stage, team, type }: Ask) {
      const [from, to] = bounds.toSorted((a, b) => a - b) as [number, number];
      const id = of === 'integration' ? null : ((of === 'user' ? users : contacts)[person] as string);
      const input = question(id, {
        ...{ of, source, stage, team, type },
        date_gte: new Date(FROM_MS + from).toISOString(),
        date_lte: new Date(FROM_MS + to).toISOString(),
      });
      const left = calls.filter(
        (one) =>
          one.kind === 'call' &&
          (of === 'integration' || one[of] === person) &&
          has(source, one.source) &&
          has(stage, one.stage) &&
          (team.length === 0 || teams[one.user]?.some((name) => team.includes(name))) &&
          (type === 'all' || one.incoming === (type === 'inbound')),
      );
      return { input, left };
    }
  },
);
