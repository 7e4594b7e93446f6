import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';

const CALLS = new Set(['call', 'ring', 'phone', 'try', 'calling', 'callback', 'ringing']);
const CALLED = new Set(['me', 'you', 'him', 'her', 'us', 'them', 'back', 'again']);
const CALLERS = new Set([
  ...['i', 'we', 'you', 'will', 'to', 'can', 'could', 'shall', 'should', 'would', 'may', 'might', 'and', 'then', 'please'],
]);
const GIVEN = new Set(['call', 'ring', 'shout', 'buzz', 'bell', 'try']);
/** What one comes or goes to, and how. */
const MEETINGS = new Set([
  ...['come', 'came', 'comes', 'coming', 'visit', 'visits', 'visiting', 'meet', 'meeting', 'stop', 'drop', 'swing', 'pop'],
  ...['show', 'sit', 'book', 'booked', 'booking', 'appointment', 'appointments', 'demo', 'tour', 'install', 'video'],
  ...['zoom', 'invite', 'invitation', 'calendar', 'inspection', 'estimate', 'consultation', 'session', 'lesson', 'trial'],
  ...['walkthrough', 'bring', 'measure', 'slot', 'screen', 'tasting', 'schedule', 'scheduled', 'appraisal', 'valuation'],
  ...['survey', 'surveyor', 'out', 'round', 'down', 'door', 'there', 'drive'],
]);

const LINES = new Set(['phone', 'cell', 'line', 'number', 'mobile', 'landline', 'talk']);

/**
 * The probability that what was agreed is only that somebody rings again: by what the talk about the time speaks of, by
 * what was offered before it, and by whether it began because there was no time or nobody to decide.
 */
export function chanceOfCallback(conversation: Conversation, from: number, to: number): number {
  const { stretches, context } = conversation;
  let [calls, meetings, lines] = [0, 0, 0];
  for (const stretch of stretches.slice(Math.max(0, from - 3), to + 5)) {
    const weight = weightOf(stretch, stretch.index >= from && stretch.index <= to);
    calls += callsIn(stretch) * weight;
    if (moves(stretch) > 0.3) {
      meetings += meetingsIn(stretch) * weight;
      lines += Number(stretch.words.some(({ text }) => LINES.has(text))) * weight;
    }
  }
  const before = stretches.slice(0, from);
  const offered = before.some((one) => chance(one, 'propose_step', 'state_purpose') > 0.4 && meetingsIn(one) > 0);
  const puts = before.slice(-8).some((one) => chance(one, 'defer', 'gatekeep', 'object:no_time', 'object:authority') > 0.4);
  const lean =
    1.6 * Math.min(calls, 2) +
    0.8 * Math.min(lines, 2) -
    1.4 * Math.min(meetings, 2) -
    (offered ? 0.8 : 0) +
    (puts ? 0.7 : 0) -
    (context.incoming === true ? 0.7 : 0) -
    0.3;
  return 1 / (1 + Math.exp(-1.5 * lean));
}

function weightOf(stretch: Stretch, isInside: boolean): number {
  return Math.max(moves(stretch), 0.2) * (isInside ? 1 : 0.6);
}

function moves(stretch: Stretch): number {
  const promises = chance(stretch, 'promise', 'accept', 'ask_closed') / 2;
  return Math.max(promises, chance(stretch, 'propose_time', 'counter_time', 'propose_step', 'defer', 'request', 'recap'));
}

/** Whether somebody is to call: the verb, not `on this call`. */
export function callsIn({ words }: Stretch): number {
  return Number(
    words.some(({ text }, at) => {
      const [before, next] = [words[at - 1]?.text ?? '', words[at + 1]?.text ?? ''];
      const isVerb = CALLS.has(text) && (at === 0 || CALLED.has(next) || CALLERS.has(before));
      return isVerb || (GIVEN.has(text) && before === 'a' && ['give', 'me', 'you', 'him', 'her'].includes(words[at - 2]?.text ?? ''));
    }),
  );
}

function meetingsIn({ words }: Stretch): number {
  return Number(words.some(({ text }) => MEETINGS.has(text)));
}
