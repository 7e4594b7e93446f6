import type { Stretch } from '../../conversation/conversation.ts';

const CALLS = new Set(['call', 'ring', 'phone', 'try', 'calling', 'callback', 'ringing', 'calls', 'rings']);
const CALLED = new Set(['me', 'you', 'him', 'her', 'us', 'them', 'back', 'again']);
const CALLERS = new Set(
  'i we you will to can could shall should would may might and then please so just not or'.split(' '),
);
const GIVEN = new Set(['call', 'ring', 'shout', 'buzz', 'bell', 'try']);
/** What one comes or goes to, and how. */
const MEETINGS = new Set(
  [
    'come came comes coming visit visits visiting meet meeting stop drop swing pop show sit book',
    'booked booking appointment appointments demo tour install video zoom invite invitation calendar',
    'inspection estimate consultation session lesson trial walkthrough bring measure slot screen',
    'tasting schedule scheduled appraisal valuation survey surveyor out round drive',
  ].flatMap((line) => line.split(' ')),
);

/** Whether somebody is to call: the verb, not `on this call`. */
export function callsIn({ words }: Stretch): number {
  return Number(
    words.some(({ text }, at) => {
      const [before, next] = [words[at - 1]?.text ?? '', words[at + 1]?.text ?? ''];
      const isVerb = CALLS.has(text) && (at === 0 || CALLED.has(next) || CALLERS.has(before));
      return (
        isVerb ||
        (GIVEN.has(text) &&
          before === 'a' &&
          ['give', 'me', 'you', 'him', 'her'].includes(words[at - 2]?.text ?? ''))
      );
    }),
  );
}

/** Whether one comes or goes to something. */
export function meetingsIn({ words }: Stretch): number {
  return Number(
    words.some(({ text }, at) => {
      const [before, next] = [words[at - 1]?.text, words[at + 1]?.text];
      // `a call with doctor pell` is booked, `i will call` is not.
      return (MEETINGS.has(text) && before !== 'not') || (text === 'call' && next === 'with');
    }),
  );
}

const MORE = new Set(['also', 'another', 'second', 'additional', 'separate']);

/** Whether a proposal opens the talk about a further meeting beside the one that stands. */
export function isAnother(stretch: Stretch): boolean {
  return meetingsIn(stretch) > 0 && stretch.words.some(({ text }) => MORE.has(text));
}
