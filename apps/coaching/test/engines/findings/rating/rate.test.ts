import { readFileSync } from 'node:fs';
import t from 'tap';
import type { Judged } from '../../../../src/engines/findings/feedback/moment.ts';
import { rate } from '../../../../src/engines/findings/rating/rate.ts';
import { readRubrics } from '../../../../src/engines/load-rubrics.ts';
import { discovery, doubtful, judged, opening, ratingInput } from '../../../fixtures/labelled-call.ts';

const folder = new URL('../../../../rubrics/', import.meta.url);
const rubric = readRubrics(folder).get('general-sales');
if (rubric === undefined) throw new Error('no rubric');

const rated = (call: Judged) => rate(rubric, ratingInput(call));
const criterion = (call: Judged, id: string) =>
  rated(call)?.criteria.find(({ criterion: own }) => own.id === id)?.criterion;

const brochure = [
  'A: We have twelve colours, a lifetime warranty and financing. {pitch}',
  'C: It leaks over the kitchen every spring, and the bucket is full by the morning. {state_need}',
  'A: And we do gutters, windows and siding. {pitch}',
  'C: My brother-in-law put tar on it, twice, and it did nothing at all for us, so now we put the big pot there. {inform}',
];

t.test('leading a conversation rates above reciting the brochure', async (t) => {
  const led = rated(judged([...opening, ...discovery]))?.outcome ?? 0;
  const recited = rated(judged([...opening, ...brochure]))?.outcome ?? 5;
  t.ok(led > recited + 1, `${led} against ${recited}`);
});

t.test('conduct caps the rating whatever went well, and the reasoning says so', async (t) => {
  const rating = rated(judged([...opening, ...discovery, 'A: Only an idiot would wait. {personal_remark}']));
  t.ok((rating?.outcome ?? 5) <= 2);
  t.match(rating?.reasoning, /It cannot be higher, whatever went well, because of a personal remark\./);
});

t.test('who insults is not praised for listening, and nothing is called strong', async (t) => {
  const polite = [...opening, ...discovery, 'A: Take your time. {acknowledge}'];
  const rude = [...polite, 'A: Only an idiot would wait. {personal_remark}'];
  const heardIn = (call: Judged) =>
    criterion(call, 'listening')?.indicators.flatMap(({ indicator, result }) =>
      result === 'heard' ? [indicator] : [],
    );
  t.ok(heardIn(judged(polite))?.includes('showed_understanding'));
  t.notOk(heardIn(judged(rude))?.includes('showed_understanding'));
  t.match(rated(judged(polite))?.reasoning, /Strong: /);
  t.notMatch(rated(judged(rude))?.reasoning, /Strong: /);
});

t.test('machines, wrong numbers, gatekeepers and a few words are not rated', async (t) => {
  for (const disposition of ['voicemail', 'wrong_number', 'gatekeeper']) {
    t.equal(rated(judged([...opening, ...discovery], { disposition })), null, disposition);
  }
  t.equal(rated(judged(opening)), null, 'too short');
});

t.test('an inbound call is not measured by an outbound script', async (t) => {
  const lines = ['A: Brightmesa Roofing, this is Maria. {identify_company, identify_self}', ...discovery];
  const more = ['A: I see. {backchannel}', 'C: Can you come? {ask_closed}'];
  const inbound = judged([...lines, ...more], { direction: 'inbound' });
  t.equal(criterion(inbound, 'opening')?.potential_score, 2, 'no purpose, no permission');
});

t.test('nobody needs to ask whether it is a good moment that was arranged', async (t) => {
  const [hello = '', answer = ''] = opening;
  const permissionIn = (line: string) => {
    const call = judged([hello, answer, line, 'C: Yes. {accept}', ...discovery]);
    const own = criterion(call, 'opening')?.indicators ?? [];
    return own.find(({ indicator }) => indicator === 'asked_permission')?.result;
  };
  t.equal(permissionIn('A: I call about the form you sent us. {state_purpose}'), 'missing');
  t.equal(
    permissionIn('A: It is about the form, I said I would call. {state_purpose}'),
    'missing',
    'by one side',
  );
  for (const line of [
    'A: We said Wednesday at ten, about the form. {state_purpose}',
    'A: We have an appointment about the form now. {state_purpose}',
    'A: You told me to ring at half past four about the form. {state_purpose}',
  ])
    t.equal(permissionIn(line), undefined, line);
  const asked = 'A: We said Wednesday at ten. {state_purpose} Is this an okay moment? {ask_permission}';
  t.equal(permissionIn(asked), 'heard', 'asking all the same');
  for (const plain of ['Is now okay, or am I interrupting your dinner?', 'Is now a good moment?'])
    t.equal(permissionIn(`A: I call about the form. {state_purpose} ${plain} {ask_closed}`), 'heard', plain);
});

t.test('a charity call is not measured by open questions about a need', async (t) => {
  const call = judged([...opening, ...brochure]);
  const context = { ...call.conversation.context, category: 'charity fundraising' };
  const charity = { ...call, conversation: { ...call.conversation, context } };
  const open = (found: Judged) =>
    rated(found)?.criteria.flatMap(({ indicators }) =>
      indicators.map(({ indicator }) => indicator.indicator),
    );
  t.ok(open(call)?.includes('asked_open_questions'));
  t.notOk(open(charity)?.includes('asked_open_questions'));
});

t.test(
  'points need words that show them, and reasons name what was heard and what was missing',
  async (t) => {
    const call = judged([...opening, ...brochure]);
    t.match(criterion(call, 'opening')?.reasoning, /^5 of 5 points\. You gave your name, named your company/);
    t.match(criterion(call, 'discovery')?.reasoning, /Missing: more open questions/);
    for (const { criterion: own } of rated(call)?.criteria ?? []) {
      const heard = own.indicators.filter(({ result }) => result === 'heard');
      t.equal(
        own.applicable ? own.score : 0,
        heard.reduce((sum, { potential_score }) => sum + potential_score, 0),
        own.id,
      );
    }
  },
);

t.test('what may have been there or not is neither told nor taken off', async (t) => {
  const line = (acts: string) => `A: Can you spare me two minutes for it now? {${acts}}`;
  const asked = judged([...opening.slice(0, 1), line('ask_permission'), ...opening.slice(1), ...discovery]);
  const doubted = rate(rubric, ratingInput(doubtful(asked, 0.4)));
  for (const { criterion: own, shown } of doubted?.criteria ?? []) {
    t.notMatch(own.reasoning, 'Missing: asking', own.id);
    const told = own.indicators.reduce((sum, { potential_score }) => sum + potential_score, 0);
    if (own.applicable) t.equal(own.potential_score, told, `${own.id}: only what is told has points`);
    t.ok(own.unclear_points >= 0);
    if (!own.applicable) t.strictSame(shown, [], own.id);
  }
});

t.test('the rating can be made again from its criteria, what is unclear counting half', async (t) => {
  const calls = [judged([...opening, ...discovery]), doubtful(judged([...opening, ...discovery]), 0.6)];
  for (const call of calls) {
    const rating = rated(call);
    let [earned, weight] = [0, 0];
    for (const { criterion: own } of rating?.criteria ?? []) {
      const potential = (own.applicable ? own.potential_score : 0) + own.unclear_points;
      if (potential === 0) continue;
      earned += (own.weight * (own.score + own.unclear_points / 2)) / potential;
      weight += own.weight;
    }
    t.equal(rating?.outcome, Math.round((1 + (4 * earned) / weight) * 10) / 10);
  }
});

t.test('an unknown indicator in a rubric is told by name', async (t) => {
  const broken = structuredClone(rubric);
  Object.assign(broken.criteria[0]?.indicators[0] as object, { indicator: 'smiled' });
  t.throws(() => rate(broken, ratingInput(judged([...opening, ...discovery]))), /Unknown indicator "smiled"/);
});

t.test('every rubric of the folder is complete, and those that have changed say so', async (t) => {
  const changed: Readonly<Record<string, string>> = { 'general-sales': '3', roleplay: '2' };
  for (const [name, { version }] of readRubrics(folder)) t.equal(version, changed[name] ?? '1', name);
  t.ok(readFileSync(new URL('general-sales.json', folder), 'utf8').endsWith('}\n'));
});

t.test(
  'a line is quoted for what it surely does, and for nothing that only a whole call shows',
  async (t) => {
    const call = judged([
      ...opening,
      ...discovery,
      'A: So we would strip it and lay new felt. {pitch}',
      'C: We have no money for that this year at all. {object:price}',
      'A: I see, that is a lot at once. {acknowledge}',
      'C: It is. {inform}',
      'A: Whatever, you are making a mistake there, lady. {goodbye, pressure}',
    ]);
    const quoted = (id: string) =>
      rated(call)
        ?.criteria.find(({ criterion: own }) => own.id === id)
        ?.shown.map(({ stretch }) => stretch.text.trim());
    t.same(quoted('discovery')?.[0], 'What is the roof doing?');
    t.same(quoted('objection_handling'), ['I see, that is a lot at once.']);
    t.same(quoted('offer'), []);
    t.same(quoted('fairness'), []);
    t.same(quoted('closing'), []);
  },
);

t.test('a figure that is shown as a price is no length of time', async (t) => {
  const shown = (price: string) =>
    rated(
      judged([...opening, ...discovery, `A: ${price} {state_price}`, 'C: I see, all right then. {accept}']),
    )
      ?.criteria.find(({ criterion: own }) => own.id === 'straight_answers')
      ?.shown.filter(({ indicator }) => indicator === 'answered_price')
      .map(({ stretch }) => stretch.text.trim());
  t.same(shown('Spread it out, it is twenty-five years.'), []);
  t.same(shown('It is a hundred and sixty bucks a year.'), ['It is a hundred and sixty bucks a year.']);
  t.same(shown('One sixty a month for fifteen years.'), ['One sixty a month for fifteen years.']);
});

t.test('where it was a no in the end, no next step is praised or missed', async (t) => {
  const no = 'C: No, I do not want anybody to come by. {decline, object:not_interested}';
  const pressed = 'A: Then I come by tomorrow at ten. {propose_time}';
  const steps = (disposition: string, ...lines: string[]) =>
    criterion(judged([...opening, ...discovery, ...lines], { disposition }), 'next_step')?.indicators ?? [];
  t.strictSame(steps('not_interested', pressed, no, pressed, 'C: No. {decline}'), []);
  t.match(steps('follow_up', pressed), [{ indicator: 'proposed_next_step', result: 'heard' }]);
});

t.test('the time that is repeated is the one that was agreed', async (t) => {
  const repeated = (...more: string[]) =>
    criterion(
      judged(
        [
          ...opening,
          'A: Shall I ring on Saturday at two? {propose_time}',
          'C: All right. {accept}',
          'A: So Saturday at two. {recap}',
          'C: Yes, I am back from the garden by then. {inform}',
          ...more,
        ],
        { disposition: 'callback', callback: 'Saturday at two | 2026-11-21T14:00 | 4' },
      ),
      'next_step',
    )?.indicators.some(({ indicator }) => indicator === 'repeated_agreement');
  t.equal(repeated(), true);
  t.equal(repeated('C: No, half past two. {counter_time}', 'A: Bye. {goodbye}'), false);
});

t.test('what is unclear, and therefore counted half, is named', async (t) => {
  const lines = [...opening, ...discovery, 'A: So what we do is, uh, {pitch?}', 'C: Okay. {backchannel}'];
  const rating = rated(judged(lines));
  const unclear = rating?.criteria.flatMap((one) => one.unclear) ?? [];
  t.ok(unclear.length > 0);
  t.match(rating?.reasoning, /Counted half, because the coach cannot tell: .*\./);
  const [first] = unclear.filter(({ points }) => points > 0);
  t.ok(rating?.reasoning.includes(first?.missing ?? '-') || unclear.length > 3);
});
