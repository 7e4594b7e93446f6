import type { OutputOf } from '@debrief/contracts/define';
import { AnalysisFact, type listAnalysisFacts as operation } from '@debrief/contracts/operations/facts';
import type { FactsInput } from '@debrief/contracts/paging';
import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { analysisBody } from '../../src/analyses/analysis-view.ts';
import { analyze } from '../../src/analyses/analyze.ts';
import { listAnalysisFacts } from '../../src/analyses/list-analysis-facts.ts';
import { loadRubrics } from '../../src/engines/load-rubrics.ts';
import { ask, coachingDatabase } from '../fixtures/coaching-database.ts';
import { transcribed } from '../fixtures/events.ts';

const { db } = await coachingDatabase(t);
const { recording, transcript } = transcribed();
const { incoming, occurred_at } = recording;
const context = { kind: 'call' as const, incoming, occurred_at, category: 'sales' };
const body = analysisBody(await analyze({ transcript, rubric: loadRubrics()(recording), context }));
const { rating: _, objections: noObjections, ...others } = body;
const { kinds: __, ...withoutKinds } = noObjections;

async function list(input: FactsInput) {
  const caller = { access: 'system', request_id: 'test' } as never;
  const [page] = await ask<typeof operation>(listAnalysisFacts(db), [{ caller, input }]);
  return page as OutputOf<typeof operation>;
}

async function store(
  integration_id: string,
  attempt: number,
  stored: AnalysisBody,
  rerun_id: string | null = null,
): Promise<void> {
  const { analysis_id, kind, user_id, contact_id } = recording;
  const row = {
    integration_id,
    recording_id: uuidv7(),
    analysis_id,
    attempt,
    kind,
    user_id,
    contact_id,
    occurred_at,
    rerun_id,
  };
  const rating = stored.rating?.outcome ?? null;
  await db
    .insertInto('analyses')
    .values({ ...row, rating, body: JSON.stringify(stored) })
    .execute();
}

t.test(
  'analyses are listed with the figures of their event, whole pages of one integration or of all',
  async (t) => {
    const [one, other] = [uuidv7(), uuidv7()].sort() as [string, string];
    for (let index = 0; index < 205; index += 1) await store(one, 1, body);
    const rerun_id = uuidv7();
    await store(other, 3, { ...others, objections: withoutKinds } as AnalysisBody, rerun_id);

    const first = await list({});
    t.equal(first.data.length, 200);
    t.match(first.next, { integration_id: one, id: first.data.at(-1)?.recording_id });
    const figures = {
      rating: body.rating?.outcome,
      outcomes: ['Appointment Set'],
      objections: body.objections.kinds,
      conversation: body.conversation,
    };
    t.ok(figures.rating !== undefined && figures.objections !== undefined);
    for (const { integration_id, recording_id: _, ...fact } of first.data) {
      t.equal(integration_id, one);
      t.strictSame(fact, { attempt: 1, rerun_id: null, ...figures });
    }
    t.ok(first.data.every((fact) => Value.Check(AnalysisFact, fact)));

    const rest = await list(first.next === null ? {} : { after: first.next });
    t.equal(rest.data.length, 6);
    t.equal(rest.next, null);
    t.match(rest.data.at(-1), { integration_id: other, attempt: 3, rerun_id, rating: null, objections: [] });
    t.equal(new Set([...first.data, ...rest.data].map(({ recording_id }) => recording_id)).size, 206);
    t.strictSame(await list({ integration_id: other }), { data: rest.data.slice(-1), next: null });
    t.strictSame(await list({ integration_id: uuidv7() }), { data: [], next: null });
  },
);
