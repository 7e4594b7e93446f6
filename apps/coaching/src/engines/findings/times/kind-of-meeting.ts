import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';

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

const LINES = new Set(['phone', 'cell', 'line', 'number', 'mobile', 'landline', 'talk']);

/** What tells a meeting from somebody only ringing again. */
export interface Kind {
  calls: number;
  lines: number;
  meetings: number;
  offered: number;
  puts: number;
  settled: number;
  incoming: number;
}

/**
 * By what the talk about the time speaks of, by what was offered before it, and by whether it began because there was no
 * time or nobody to decide. `names` tells the stretches that name the time, which say most.
 */
export function kindOf(
  { stretches, context }: Conversation,
  from: number,
  to: number,
  names: (stretch: Stretch) => boolean,
): Kind {
  let [calls, meetings, lines] = [0, 0, 0];
  for (const stretch of stretches.slice(Math.max(0, from - 3), to + 5)) {
    const weight = names(stretch) ? 1.2 : weightOf(stretch, from, to);
    calls += callsIn(stretch) * Math.max(weight, 0.15);
    if (weight < 0.2) continue;
    meetings += meetingsIn(stretch) * weight;
    lines += Number(stretch.words.some(({ text }) => LINES.has(text))) * weight;
  }
  const before = stretches.slice(0, from);
  const most = (of: readonly Stretch[], ...acts: Act[]) =>
    Math.max(0, ...of.map((one) => chance(one, ...acts)));
  return {
    calls: Math.min(calls, 2),
    lines: Math.min(lines, 2),
    meetings: Math.min(meetings, 2),
    offered: most(
      before.filter((one) => meetingsIn(one) > 0),
      'propose_step',
    ),
    puts: most(before.slice(-8), 'defer', 'gatekeep', 'object:no_time', 'object:authority'),
    settled: most(stretches.slice(0, to), 'buy'),
    incoming: Number(context.incoming === true),
  };
}

/** How much a stretch says about what is to happen at the time: most where the time itself is spoken of. */
function weightOf(stretch: Stretch, from: number, to: number): number {
  const times = chance(stretch, 'propose_time', 'counter_time', 'recap');
  const offers = Math.max(
    chance(stretch, 'propose_step', 'defer', 'accept') * 0.6,
    chance(stretch, 'promise') * 0.3,
  );
  const asks = stretch.index <= to ? chance(stretch, 'request') * 0.8 : 0;
  return Math.max(times, offers, asks) * (stretch.index >= from && stretch.index <= to ? 1 : 0.6);
}

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

function meetingsIn({ words }: Stretch): number {
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
