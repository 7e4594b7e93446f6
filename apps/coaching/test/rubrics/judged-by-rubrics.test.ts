import { getRubric, listRubrics, setRubrics } from '@debrief/contracts/operations/rubrics';
import type { Category } from '@debrief/contracts/resources/access';
import { rubricVersion } from '@debrief/contracts/resources/rubric';
import t from 'tap';
import { analyze } from '../../src/analyses/analyze.ts';
import { builtInCoach } from '../../src/engines/built-in/built-in-coach.ts';
import { findFocus } from '../../src/rubrics/find-focus.ts';
import { tryRubric } from '../../src/rubrics/try-rubric.ts';
import { analysisScene } from '../fixtures/analysis-scene.ts';
import { context, conversation } from '../fixtures/conversation.ts';
import { ours, rubricScene } from '../fixtures/rubric-scene.ts';

const { db, ask, team } = await rubricScene(t);

t.test(
  'a call is judged by the rubric of its category, which the analysis names, in the team’s labels',
  async (t) => {
    const categories = [{ name: 'first talk', kind: 'call' as const, rubric: 'ours' }];
    const integration_id = await team({ categories });
    const general = {
      name: 'general-sales',
      extends: 'general-sales',
      disposition_labels: { appointment_set: 'Demo booked' },
    };
    await ask(setRubrics, { integration_id, rubrics: [ours, general] });
    const scene = analysisScene(db, builtInCoach);
    const [call, other, foreign] = [
      scene.recording({ integration_id, ai_category: 'first talk' }),
      scene.recording({ integration_id, ai_category: 'no such', rubric: null }),
      scene.recording({ ai_category: 'first talk', rubric: null }),
    ];
    for (const { deliver } of [call, other, foreign]) await deliver();
    scene.start(t);
    for (const { eventsWhen } of [call, other, foreign]) await eventsWhen(1);
    const judged = async ({ analysis }: typeof call) => {
      const body = (await analysis())?.body;
      return [body?.engine.rubric_version, body?.disposition.outcomes[0]];
    };
    const { rubric } = await ask(getRubric, { integration_id, name: 'ours' });
    t.strictSame(await judged(call), [rubricVersion(rubric), 'Demo booked']);
    t.strictSame(await judged(other), ['general-sales@team-1+general-sales@3', 'Demo booked']);
    t.strictSame(await judged(foreign), ['general-sales@3', 'Appointment Set']);
  },
);

t.test(
  'a call is tried by the rubric of its category while another is set, and nothing is stored',
  async (t) => {
    const integrationId = await team();
    await ask(setRubrics, { integration_id: integrationId, rubrics: [ours] });
    const said = conversation(
      ...['agent: Hello Paul, this is Maria. Shall I come by on Thursday at two?'],
      ...['contact: Thursday at two works for me.', 'agent: Then I will see you on Thursday at two.'],
    );
    const call = { ...context, category: 'sales', transcript: said };
    const tried = (given: Pick<Parameters<typeof tryRubric>[2], 'rubric' | 'category'>) =>
      tryRubric(db, { analyze: (request) => analyze(request) }, { integrationId, call, ...given });
    const labels = { appointment_set: 'Demo booked' };
    const general = { name: 'general-sales', extends: 'general-sales', disposition_labels: labels };
    const category = { name: 'sales', kind: 'call', rubric: 'ours' } as const;
    t.match(await tried({ rubric: general, category }), {
      faults: [],
      judged_by: { name: 'ours', title: 'Ours' },
      judged: { rubric_version: /^ours@team-1\+discovery@/, outcomes: ['Demo booked'] },
    });
    t.match(await tried({ rubric: null, category }), {
      faults: [],
      judged: { rubric_version: /^ours@team-1\+discovery@/, outcomes: ['Appointment Set'] },
    });
    const chosen = async (of: Category | null) =>
      (await tried({ rubric: null, category: of })).judged_by?.name;
    t.equal(await chosen({ name: 'sales', kind: 'call' }), 'general-sales');
    t.equal(await chosen({ name: 'sales', kind: 'call', rubric: 'no such' }), 'general-sales');
    t.equal(await chosen({ name: 'sales', kind: 'roleplay' }), 'roleplay');
    t.equal(await chosen(null), 'general-sales', 'of no category');
    t.match(
      await tried({ rubric: general }),
      { judged_by: { name: 'general-sales' } },
      'as a console of 0.1.0 asks',
    );
    t.match(await tried({ rubric: null }), { faults: ['The rubric must be a JSON object'], judged: null });
    const { data } = await ask(listRubrics, { integration_id: integrationId });
    t.equal(data.find(({ name }) => name === 'general-sales')?.built_in, true);
  },
);

t.test('the focus of a month is that of the team’s general rubric', async (t) => {
  const integration_id = await team();
  const focus = [{ month: '2026-12', criterion: 'offer', note: 'Two sentences' }];
  const general = { name: 'general-sales', extends: 'general-sales', focus };
  await ask(setRubrics, { integration_id, rubrics: [general] });
  t.match(await findFocus(db, integration_id, '2026-12'), {
    criterion: { id: 'offer', title: 'Offer' },
    note: 'Two sentences',
  });
  t.equal(await findFocus(db, integration_id, '2026-11'), null);
  t.equal(await findFocus(db, (await team()) as string, '2026-12'), null);
  const { rubric } = await ask(getRubric, { integration_id, name: 'inbound-service' });
  t.strictSame(rubric.focus, [], 'a rubric without the criterion does not have it');
});
