import t from 'tap';
import type { Judged } from '../../../../src/engines/findings/feedback/moment.ts';
import { rate } from '../../../../src/engines/findings/rating/rate.ts';
import { readRubrics } from '../../../../src/engines/load-rubrics.ts';
import { discovery, judged, opening, ratingInput } from '../../../fixtures/labelled-call.ts';

const rubric = readRubrics(new URL('../../../../rubrics/', import.meta.url)).get('general-sales');
if (rubric === undefined) throw new Error('no rubric');

const criterion = (call: Judged, id: string) =>
  rate(rubric, ratingInput(call))?.criteria.find(({ criterion: own }) => own.id === id)?.criterion;
const result = (lines: readonly string[], id: string, indicator: string) =>
  criterion(judged(lines), id)?.indicators.find((one) => one.indicator === indicator)?.result;

t.test('a company that the contact has to ask for, and is not told, was missing', async (t) => {
  const missed = (first: string, answer: string) => {
    const call = judged([
      `A: ${first} {greeting, identify_self}`,
      'C: Which company? {ask_closed}',
      `A: ${answer} {inform}`,
      ...discovery,
    ]);
    const own = criterion(call, 'opening')?.indicators.find(
      ({ indicator }) => indicator === 'introduced_company',
    );
    return own?.result === 'missing';
  };
  t.ok(missed('This is Maria in the hardship department.', 'The national one.'));
  t.notOk(missed('This is Maria in the hardship department.', 'Meridian.'));
  t.notOk(missed('This is Maria from Brightmesa.', 'The national one.'));
});

t.test('a name that had to be dragged out is no introduction', async (t) => {
  const [, ...rest] = opening;
  const call = [
    'A: It is about your roof, how old is it? {state_purpose, ask_closed}',
    'C: Twenty years. {inform}',
    'A: And does it leak? {ask_closed}',
    'C: Who is this? {ask_closed}',
    'A: Maria Lopez, from Brightmesa Roofing. {identify_self, identify_company}',
    ...rest.slice(1),
    ...discovery,
  ];
  const heard = (lines: readonly string[]) =>
    criterion(judged(lines), 'opening')
      ?.indicators.filter(({ result }) => result === 'heard')
      .map(({ indicator }) => indicator);
  t.strictSame(heard(call), ['stated_purpose', 'asked_permission']);
  t.ok(heard(call.slice(3))?.includes('introduced_self'), 'the first thing that was asked');
});

t.test('a company that bears the name of its owner is no introduction of somebody', async (t) => {
  const [, ...rest] = opening;
  const self = (line: string) => result([`A: ${line}`, ...rest, ...discovery], 'opening', 'introduced_self');
  t.equal(self('Maria from Brightmesa. {identify_self, identify_company}'), 'heard');
  t.not(self("Lopez's Roofing. {identify_company}"), 'heard');
});

t.test('who is told that they did not answer, or listen, has no points for it', async (t) => {
  const question = ['C: Do you test for iron? {ask_closed}', 'A: Yes, for iron as well. {inform}'];
  const call = [...opening, ...discovery, ...question];
  const answered = (...more: string[]) =>
    result([...call, ...more], 'straight_answers', 'answered_questions');
  const understood = (...more: string[]) => result([...call, ...more], 'listening', 'showed_understanding');
  t.equal(answered(), 'heard');
  t.equal(answered('C: You still have not answered my question. {inform}'), 'missing');
  t.equal(answered("C: That's not what I asked. {inform}"), 'missing');
  t.equal(answered('C: I appreciate a straight answer. {thanks}'), 'heard');
  t.equal(answered("C: You didn't answer when I called yesterday. {inform}"), 'heard');
  t.equal(understood(), 'heard');
  t.equal(understood("C: You're not listening to me. {inform}"), 'missing');
});
