import t from 'tap';
import { spokenText } from '../../../src/engines/built-in/text/document.ts';
import { completed, fullestMoment } from '../../../src/engines/built-in/times/spoken-moment.ts';
import { SpokenTimes } from '../../../src/engines/built-in/times/spoken-times.ts';
import { context } from '../../fixtures/conversation.ts';
import { documentOf } from '../../fixtures/document.ts';

function timesIn(text: string, onlyAhead = true): string[] {
  const document = documentOf(`agent: ${text}`);
  const times = new SpokenTimes(document, context.occurred_at);
  return document.units.flatMap((unit) =>
    (onlyAhead ? times.ahead(unit) : times.in(unit)).map(({ from, to }) => spokenText(document, from, to)),
  );
}

t.test('days and hours are found as spoken', async (t) => {
  for (const [text, expected] of [
    ['how does friday at five thirty sound', 'friday at five thirty'],
    ['i have you down for tuesday between eight and ten', 'tuesday between eight and ten'],
    ['monday the eighth at ten is perfect', 'monday the eighth at ten'],
    ['Can you call back on Monday evening after six?', 'Monday evening after six'],
    ['i will call you tomorrow afternoon', 'tomorrow afternoon'],
    ['it works on the 14th at 2 p.m.', 'on the 14th at 2 p.m'],
    ["three o'clock on Tuesday is fine", "three o'clock on Tuesday"],
    ['june fourth would be good', 'june fourth'],
  ] as const) {
    const [found] = timesIn(text);
    t.ok(found?.includes(expected), `${text}: ${found}`);
  }
});

t.test('what has been, what keeps happening and what is no time is not ahead', async (t) => {
  for (const text of [
    'we talked last thursday at noon',
    'it started two weeks ago',
    'we do open houses every saturday',
    'good morning helen',
    'have a nice evening',
    'call us at five five five zero one four two',
    'it costs three hundred dollars',
    'at least ten years',
    'the first step is easy',
    'i am looking at two other dealers',
    'we may march on',
  ]) {
    t.strictSame(timesIn(text), [], text);
  }
});

t.test('a vague time is found but cannot be kept', async (t) => {
  t.strictSame(timesIn('i will review it next week'), []);
  t.strictSame(timesIn('i will review it next week', false), ['next week']);
});

t.test('the fullest of several times is taken, and completes a bare day', async (t) => {
  const document = documentOf('agent: on tuesday then so tuesday at three in the afternoon');
  const times = new SpokenTimes(document, context.occurred_at);
  const full = fullestMoment(
    document,
    document.units.flatMap((unit) => times.ahead(unit)),
  );
  t.match(full, { text: 'Tuesday at three in the afternoon', day: true, clock: true });
  t.equal(completed({ text: 'Tuesday', day: true, clock: false }, [full]), full);
  const friday = { text: 'Friday', day: true, clock: false };
  t.equal(completed(friday, [full]), friday);
});
