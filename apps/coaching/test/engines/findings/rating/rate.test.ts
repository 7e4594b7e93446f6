import { readFileSync } from 'node:fs';
import t from 'tap';
import type { Judged } from '../../../../src/engines/findings/feedback/moment.ts';
import { rate } from '../../../../src/engines/findings/rating/rate.ts';
import { readRubrics } from '../../../../src/engines/load-rubrics.ts';
import { judged, opening, ratingInput } from '../../../fixtures/labelled-call.ts';

const folder = new URL('../../../../rubrics/', import.meta.url);
const rubric = readRubrics(folder).get('general-sales');
if (rubric === undefined) throw new Error('no rubric');

const rated = (call: Judged) => rate(rubric, ratingInput(call));
const criterion = (call: Judged, id: string) =>
  rated(call)?.criteria.find(({ criterion: own }) => own.id === id)?.criterion;

const discovery = [
  'A: What is the roof doing? {ask_open}',
  'C: It leaks over the kitchen every spring, and the bucket is full by the morning. {state_need}',
  'A: Every spring, in the kitchen of all places. {acknowledge} What have you tried? {ask_open}',
  'C: My brother-in-law put tar on it, twice, and it did nothing at all for us, so now we put the big pot there. {inform}',
];
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

t.test('points need words that show them, and reasons name what was heard and what was not', async (t) => {
  const call = judged([...opening, ...brochure]);
  t.match(criterion(call, 'opening')?.reasoning, /^5 of 5 points\. You gave your name, said where/);
  t.match(criterion(call, 'discovery')?.reasoning, /Not clearly heard: .*open questions/);
  for (const { criterion: own, indicators } of rated(call)?.criteria ?? []) {
    const isShown = indicators.some(({ finding }) => finding.shown.length > 0);
    t.ok(!own.applicable || own.score === 0 || isShown, own.id);
  }
});

t.test('an unknown indicator in a rubric is told by name', async (t) => {
  const broken = structuredClone(rubric);
  Object.assign(broken.criteria[0]?.indicators[0] as object, { indicator: 'smiled' });
  t.throws(() => rate(broken, ratingInput(judged([...opening, ...discovery]))), /Unknown indicator "smiled"/);
});

t.test('every rubric of the folder is complete, and those that have changed say so', async (t) => {
  const changed = new Set(['general-sales', 'roleplay']);
  for (const [name, { version }] of readRubrics(folder))
    t.equal(version, changed.has(name) ? '2' : '1', name);
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
