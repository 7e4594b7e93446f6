import type { Act } from '../../conversation/acts.ts';
import { chance, likeliest, type Stretch } from '../../conversation/conversation.ts';
import { feelsUnheard, missesAnswer } from '../conduct/protest.ts';
import { unfairActs, unfairness } from '../conduct/unfair-stretches.ts';
import { listens } from '../feedback/listens.ts';
import { sharesWords } from '../feedback/shared-words.ts';
import { wordsIn } from '../passage.ts';
import { replyTo, wordsBefore } from '../reply-to.ts';
import { interruptingTurns } from '../statistics/interruptions.ts';
import { speechTurns } from '../statistics/speech-turns.ts';
import {
  agentStretches,
  contactStretches,
  expectedTurns,
  heard,
  heardTimes,
  type Indicator,
  type Met,
  metOccasions,
  missing,
  noOccasion,
  plainly,
  showing,
  unclear,
} from './indicator.ts';
import { agreed } from './next-step-indicators.ts';

const LIKELY = 0.5;
const SURE = 0.7;
/** Below this a stretch surely does something else. */
const HARDLY = 0.1;

/** One is hardly asking: missing where there was surely not a second one, however it was taken. */
export const askedOpenQuestions: Indicator = ({ conversation }) => {
  const own = agentStretches(conversation);
  const found = heardTimes(own, { acts: ['ask_open'], from: 1.4, below: 0.7 });
  const mayBe = own.filter(mayAskOpenly).length >= MAY_BE_OPEN;
  // Who sold nothing, for a death in the house or a wish to be left alone, had nothing to find out.
  const isSelling = own.some((one) => chance(one, ...selling) >= ASKED);
  return found.result === 'missing' && (mayBe || !isSelling) ? unclear : found;
};
const selling: readonly Act[] = [
  ...(['pitch', 'ask_sale', 'state_price', 'dodge_price', 'propose_time', 'propose_step'] as const),
];
const MAY_BE_OPEN = 2;
const ASKED = 0.3;
const OPENERS = /\b(?:what|how|why|which|tell me|describe)\b/i;
/** Those ask for a word or a figure, or open a call. */
const FOR_A_WORD =
  /\bhow (?:are|is|old|many|much|long|big|far|often|soon|about)\b|\bhow['’](?:re|s) (?:you|it going|your day)\b|\bwhat (?:time|day|about|year)\b|\bwhat(?:['’]s| is| was) (?:your|the|her|his|that) (?:\w+ )?(?:name|number|email|address|zip|postcode)\b/i;

export function mayAskOpenly(one: Stretch): boolean {
  if (!OPENERS.test(one.text) || FOR_A_WORD.test(one.text)) return false;
  return /\?/.test(one.text) || chance(one, 'ask_open', 'ask_closed') >= ASKED;
}

const takingUp: readonly Act[] = ['acknowledge', 'ask_open', 'ask_closed', 'recap'];
/** An answer or an offer may take up what was told, too. */
const mayTakeUp: readonly Act[] = [
  ...takingUp,
  ...(['answer_objection', 'inform', 'promise', 'propose_step', 'propose_time', 'pitch'] as const),
];

/** Stays with what the contact tells: asks on, or shows that it was heard. */
export const followedUp: Indicator = ({ conversation }) => {
  const needs = contactStretches(conversation).filter((one) => chance(one, 'state_need') >= LIKELY);
  const found = metOccasions(
    needs.flatMap((given): Met[] => {
      const reply = replyTo(conversation, given);
      const best = likeliest(reply, ...takingUp);
      if (best === undefined) return [];
      if (chance(best, ...takingUp) >= LIKELY) return [best];
      return [expectedTurns(reply, mayTakeUp) < HARDLY ? 'missed' : 'unclear'];
    }),
    takingUp,
  );
  // Read alone, `A lot of people are sitting with that` shows nobody who found out.
  return { ...found, plain: found.plain.filter(({ text }) => text.trim().endsWith('?')) };
};

/** Nobody knows what to offer before the first question. */
export const askedFirst: Indicator = ({ conversation }) => {
  const own = agentStretches(conversation);
  const offer = own.find((one) => chance(one, 'pitch', 'ask_sale') >= SURE);
  if (offer === undefined) return noOccasion;
  const before = own.filter(({ index }) => index < offer.index);
  const found = heardTimes(before, { acts: ['ask_open', 'ask_closed'], from: SURE, below: 0.2 });
  // What may have presented it already, before the first question.
  const asked = before.find((one) => chance(one, 'ask_open', 'ask_closed') >= LIKELY);
  const isEarlier = before.some(
    (one) => chance(one, 'pitch') >= ASKED && one.index < (asked?.index ?? offer.index),
  );
  return found.result === 'heard' && isEarlier ? unclear : found;
};

/** Asking on and repeating are signs of having listened, besides saying so. */
const listening: readonly Act[] = ['acknowledge', 'recap', 'ask_open'];
/** With fewer turns of the contact, one sign is enough. */
const ROOM_FOR_SIGNS = 6;

const TAKEN_UP = 5;

export const showedUnderstanding: Indicator = ({ conversation }) => {
  if (conversation.stretches.some(feelsUnheard)) return missing;
  const turns = conversation.turns.filter(({ role }) => role === 'contact').length;
  const [from, below] = turns < ROOM_FOR_SIGNS ? [0.9, 0.2] : [1.8, 0.8];
  const own = agentStretches(conversation);
  const found = heardTimes(own, { acts: listening, from, below });
  // Who takes up words of the contact again and again heard them.
  const taken = own.filter((one) => wordsBefore(conversation, one).some((said) => sharesWords(one, said)));
  if (found.result === 'missing' && new Set(taken.map(({ turn }) => turn)).size >= TAKEN_UP) return unclear;
  // A question alone shows nobody what it takes up.
  return { ...found, plain: plainly(found.plain, ['acknowledge', 'recap']) };
};

/** Who agreed on nothing had nothing to repeat. */
export const recapped: Indicator = ({ conversation, outcome }) => {
  const found = heardTimes(agentStretches(conversation), {
    acts: ['recap'],
    from: 0.8,
    traces: ['recap', 'accept'],
    below: 0.1,
  });
  return found.result === 'missing' && !agreed.has(outcome.code) ? unclear : found;
};

/** In how many turns an offer is to be expected: two are a talk, three are a recital. */
const RECITAL_WORDS = 60;
const UNFAIR = 0.5;
const isDodge = (one: Stretch) => chance(one, 'dodge_price') >= LIKELY;
const OFFERS = { few: 1.5, recital: 2.5 };

/** What is offered, without reciting everything. */
export const keptOfferShort: Indicator = ({ conversation }) => {
  const own = agentStretches(conversation);
  const shown = showing(own, ['pitch']);
  if (shown.length === 0) return noOccasion;
  const offers = expectedTurns(own, ['pitch']);
  if (offers >= OFFERS.recital) return wordsIn(shown) >= RECITAL_WORDS ? missing : unclear;
  // Short for want of listening, or for want of a figure, is no merit.
  const isEarned = listens(conversation) && unfairness(conversation) < UNFAIR && !own.some(isDodge);
  return offers <= OFFERS.few && isEarned ? heard(shown.slice(0, 1)) : unclear;
};

/** Only what went wrong: that nobody was interrupted, nobody hears. */
export const letContactFinish: Indicator = ({ conversation, faults }) => {
  if (faults.some(({ kind }) => kind === 'talking_over')) return missing;
  const turns = speechTurns(conversation.transcript.segments);
  const cutIn = interruptingTurns(turns).filter(({ role }) => role === 'agent').length;
  return cutIn > FEW ? missing : noOccasion;
};
/** One interruption is nothing to speak of. */
const FEW = 1;

/** A question counts as answered unless the reply evades it; what answers best is shown. */
export const answeredQuestions: Indicator = ({ conversation }) => {
  const asked = contactStretches(conversation).filter(
    (one) => chance(one, 'ask_open', 'ask_closed') >= LIKELY,
  );
  const met = metOccasions(
    asked.flatMap((given): Met[] => {
      const reply = replyTo(conversation, given);
      const best = likeliest(reply, ...answering);
      if (best === undefined) return [];
      const evaded = Math.max(...reply.map((one) => chance(one, ...evading)));
      if (evaded < LIKELY && chance(best, ...answering) >= LIKELY) return [best];
      return [evaded >= SURE && chance(best, ...answering) < LIKELY ? 'missed' : 'unclear'];
    }),
    // An answer without its question shows nothing.
    [],
  );
  if (conversation.stretches.some(missesAnswer)) return missing;
  const isDodged = asked.some((given) => isEvaded(replyTo(conversation, given)));
  return met.result === 'heard' && isDodged ? unclear : met;
};

function isEvaded(reply: readonly Stretch[]): boolean {
  return reply.some(isDodge);
}
const evading: Act[] = [...unfairActs, 'dodge_price', 'ask_sale'];
const answering: Act[] = [
  ...(['inform', 'state_price', 'answer_objection', 'identify_company', 'identify_self'] as const),
  ...(['state_purpose', 'promise', 'recap', 'propose_time', 'propose_step', 'pitch'] as const),
];
