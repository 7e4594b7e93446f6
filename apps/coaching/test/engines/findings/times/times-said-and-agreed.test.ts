import t from 'tap';
import { splitWords } from '../../../../src/engines/conversation/split-words.ts';
import { merge, noTime } from '../../../../src/engines/findings/times/agreed-time.ts';
import {
  type Candidate,
  candidatesOf,
  keyOf,
  relationTo,
} from '../../../../src/engines/findings/times/candidates.ts';
import { findTimes } from '../../../../src/engines/findings/times/find-times.ts';
import { isSureTime } from '../../../../src/engines/findings/times/is-sure-time.ts';
import { mentionsIn } from '../../../../src/engines/findings/times/mentions.ts';
import { resolveClock } from '../../../../src/engines/findings/times/resolve-time.ts';
import { weighAgreements } from '../../../../src/engines/findings/times/weigh-agreements.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

/** Each time of a text as it resolves in a call on Friday 2026-11-20: `2026-11-26 15:15`, `-` for what is missing. */
function timesIn(text: string, isExpected = true): string[] {
  const context = { called: '2026-11-20', around: null, week: null };
  const words = splitWords(text).map((word) => word.text);
  return findTimes(words, isExpected).map((said) => {
    const { date, clock, part } = merge(noTime, said, context);
    const hour = clock === null ? null : resolveClock(clock, part, false);
    return `${said.isNegated ? 'not ' : ''}${said.isAhead ? '' : 'past '}${date ?? '-'} ${hour ?? '-'}`;
  });
}

function bareOf(text: string): string {
  return text.toLowerCase().replaceAll(/[?!,;-]|\.(?=\s|$)/g, ' ');
}

t.test('a day and an hour are found with or without punctuation', async (t) => {
  for (const [text, expected] of [
    ['How about Thursday at three-fifteen?', '2026-11-26 15:15'],
    ['Half six, Thursday.', '2026-11-26 18:30'],
    ["Monday week, let's say half ten", '2026-11-30 10:30'],
    ['a week on Monday at noon', '2026-11-30 12:00'],
    ['tomorrow at quarter to ten', '2026-11-21 09:45'],
    ['Saturday morning at nine fifteen', '2026-11-21 09:15'],
    ['tonight at eight', '2026-11-20 20:00'],
    ['The fourteenth at two?', '2026-12-14 14:00'],
    ['Wednesday, December second, one o’clock', '2026-12-02 13:00'],
    ['between eight and ten on Monday', '2026-11-23 08:00'],
    ['Sunday the twenty-ninth at half past two', '2026-11-29 14:30'],
    ['next Wednesday at twenty past eleven', '2026-11-25 11:20'],
    ['day after tomorrow at one', '2026-11-22 13:00'],
    ['a fortnight on Tuesday', '2026-12-08 -'],
    ['Tuesday, first thing', '2026-11-24 -'],
    ['in twenty minutes', '2026-11-20 -'],
  ] as const) {
    t.strictSame(timesIn(text), [expected], text);
    t.strictSame(timesIn(bareOf(text)), [expected], bareOf(text));
  }
});

t.test('digits are read as words are', async (t) => {
  for (const [text, expected] of [
    ['Thursday at 3', '2026-11-26 15:00'],
    ['tomorrow at 10:30am', '2026-11-21 10:30'],
    ['Wednesday the 25th at 7 p.m.', '2026-11-25 19:00'],
    ['Dec 3rd at 2', '2026-12-03 14:00'],
    ['from 2 to 4 tomorrow afternoon', '2026-11-21 14:00'],
  ] as const) {
    t.strictSame(timesIn(text), [expected], text);
  }
});

t.test('hours that a recogniser misheard are put right where a time is expected', async (t) => {
  t.strictSame(timesIn('tuesday at ate thirty'), ['2026-11-24 08:30']);
  t.strictSame(timesIn('friday at won'), ['2026-11-27 13:00']);
  t.strictSame(timesIn('quarter to too'), ['- 13:45']);
  t.strictSame(timesIn('that i can say to my boss'), []);
});

t.test('each of several times is found', async (t) => {
  t.strictSame(timesIn('Tuesday at ten or Wednesday at two'), ['2026-11-24 10:00', '2026-11-25 14:00']);
  t.strictSame(timesIn('not nine nine thirty'), ['- 09:30']);
});

t.test('prices, ages, counts, numbers and durations are not times', async (t) => {
  for (const text of [
    'it takes ten minutes',
    'maybe three and a half hours',
    'i am sixty seven',
    'call me at five five five one two three four',
    'twelve maple street',
    'two of us',
    'at least ten people',
    'i have two kids',
    'between five and six hundred',
    'the first step',
  ]) {
    t.strictSame(timesIn(text), [], text);
  }
  for (const text of ['eleven dollars', 'we have three', 'it is four thirty a month', 'one would think so']) {
    t.strictSame(timesIn(text, false), [], text);
  }
});

t.test('what has been, what keeps happening and opening hours are not ahead', async (t) => {
  t.strictSame(timesIn('last Tuesday'), ['past 2026-11-24 -']);
  t.strictSame(timesIn('every Monday'), ['past 2026-11-23 -']);
  t.ok(timesIn('Monday to Friday nine to five').every((time) => time.startsWith('past')));
});

t.test('a date whose weekday contradicts it is not resolved', async (t) => {
  t.strictSame(timesIn('Friday the twelfth at three'), ['- 15:00']);
  t.strictSame(timesIn('tomorrow, Tuesday, at nine'), ['- 09:00']);
});

/** What the times named in a call on Tuesday 2026-03-10 may add up to. */
function candidates(...turns: string[]): (string | null)[] {
  return candidatesOf(mentionsIn(talk(turns, { date: '2026-03-10' })), []).map(({ time }) => keyOf(time));
}

t.test('a day and an hour that were named apart may be one time, whatever the acts are', async (t) => {
  const found = candidates('A: Thursday? {inform}', 'C: Hm. {inform}', 'A: At three, then. {inform}');
  t.ok(found.includes('2026-03-12 3:0'));
});

t.test('an hour may belong to any of the days that were named', async (t) => {
  const found = candidates('A: Thursday or Friday? {propose_time}', 'C: At ten. {accept}');
  t.ok(found.includes('2026-03-12 10:0'));
  t.ok(found.includes('2026-03-13 10:0'));
});

t.test('what has been and what is ruled out is not a candidate', async (t) => {
  t.strictSame(candidates('C: I called last Friday. {inform}'), []);
  t.strictSame(candidates('C: Not Friday. {decline}'), []);
});

t.test('a mention speaks for a time, against it, or neither', async (t) => {
  const turns = [
    'A: Thursday at three? {propose_time}',
    'C: Three is fine. {accept}',
    'C: Or Friday. {counter_time}',
    'C: In the afternoon. {inform}',
  ];
  const mentions = mentionsIn(talk(turns, { date: '2026-03-10' }));
  const time = candidatesOf(mentions, []).find((one) => keyOf(one.time) === '2026-03-12 3:0')?.time;
  t.ok(time !== undefined);
  if (time === undefined) return;
  t.strictSame(
    mentions.map((mention) => relationTo(time, mention)),
    ['supports', 'supports', 'contradicts', 'neither'],
  );
});

/** Whether a time is plain, in a call on Tuesday 2026-03-10, that likely stands. */
function isPlain(key: string, turns: readonly string[], probability = 0.9, among = 0.5): boolean {
  const call = talk(turns, { date: '2026-03-10' });
  const mentions = mentionsIn(call);
  const found = candidatesOf(mentions, []).find((one) => keyOf(one.time) === key);
  if (found === undefined) throw new Error(`${key} is not a candidate`);
  return isSureTime(call, mentions, found, { probability, ifAgreed: among });
}

t.test('a time is plain that is likely and whose hour was said twice alike', async (t) => {
  const turns = ['A: Thursday at three? {propose_time}', 'C: Three on Thursday. {accept}'];
  t.ok(isPlain('2026-03-12 3:0', turns));
  t.notOk(isPlain('2026-03-12 3:0', turns, 0.5));
  t.notOk(isPlain('2026-03-12 3:0', [turns[0] ?? '', 'C: Fine. {accept}']));
});

t.test('a time that is the only one that could stand need not be as likely', async (t) => {
  const turns = ['A: Thursday at three? {propose_time}', 'C: Three on Thursday. {accept}'];
  t.ok(isPlain('2026-03-12 3:0', turns, 0.4, 0.95));
  t.notOk(isPlain('2026-03-12 3:0', turns, 0.2, 0.95));
});

t.test('a week that is over leaves a weekday plain, one that is ahead does not', async (t) => {
  const turns = ['A: Thursday at three? {propose_time}', 'C: Three on Thursday. {accept}'];
  t.ok(isPlain('2026-03-12 3:0', ['A: You wrote to us last week. {inform}', ...turns]));
  t.notOk(isPlain('2026-03-19 3:0', ['A: I am off next week. {inform}', ...turns]));
});

t.test('an hour that is left to be guessed is not plain', async (t) => {
  const said = (hour: string) => [`A: Thursday at ${hour}? {propose_time}`, `C: Thursday, ${hour}. {accept}`];
  t.notOk(isPlain('2026-03-12 7:0', said('seven')), 'in the morning or the evening');
  t.ok(isPlain('2026-03-12 7:0', said('seven in the evening')));
  t.notOk(isPlain('2026-03-12 3:0', ['A: Thursday after three? {propose_time}', 'C: After three. {accept}']));
  t.notOk(
    isPlain('2026-03-12 3:0', [...said('three'), 'C: Half past three. {counter_time}']),
    'what is left of it',
  );
});

t.test('a weekday alone is not plain where another week was spoken of', async (t) => {
  const turns = ['A: Thursday at three? {propose_time}', 'C: Three on Thursday. {accept}'];
  t.notOk(isPlain('2026-03-19 3:0', ['C: Next week is better. {counter_time}', ...turns]));
  t.ok(
    isPlain('2026-03-19 3:0', [
      'C: Next week is better. {counter_time}',
      ...turns,
      "A: That's Thursday the nineteenth. {recap}",
    ]),
  );
});

t.test('the evening before, and day and night, are not the part of the day that was agreed', async (t) => {
  t.strictSame(timesIn("I'll text you the evening before"), []);
  t.strictSame(timesIn('keep him warm day and night'), []);
  t.strictSame(timesIn('the twenty-fourth, morning then'), ['2026-11-24 -']);
});

const candidate: Candidate = { time: noTime, support: [] };
const sharesOf = (...given: Parameters<typeof weighAgreements>) =>
  weighAgreements(...given).map(({ share }) => share);

t.test('what may stand shares the probability with nothing having been agreed', async (t) => {
  const agreement = { candidate, kind: 'appointment' as const, features: new Map([['said', 1]]) };
  const possible = { agreements: [agreement, agreement], nothing: new Map([['none', 1]]) };
  t.strictSame(sharesOf({}, possible), [1 / 3, 1 / 3]);
  const [first = 0, second = 0] = sharesOf({ said: 2, none: -1 }, possible);
  t.equal(first, second);
  t.ok(first > 0.48 && first + second < 1);
});

t.test('nothing can be agreed on where no time was named', async (t) => {
  t.strictSame(weighAgreements({}, { agreements: [], nothing: new Map() }), []);
});
