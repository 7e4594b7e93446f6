import type { Act } from '../../conversation/acts.ts';
import { chance, likeliest } from '../../conversation/conversation.ts';
import { unfairActs } from '../conduct/unfair-stretches.ts';
import { replyTo } from '../reply-to.ts';
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

const LIKELY = 0.5;
const SURE = 0.7;
/** Below this a stretch surely does something else. */
const HARDLY = 0.1;

/** One is hardly asking: missing where there was surely not a second one. */
export const askedOpenQuestions: Indicator = ({ conversation }) =>
  heardTimes(agentStretches(conversation), { acts: ['ask_open'], from: 1.4, below: 0.7 });

const takingUp: readonly Act[] = ['acknowledge', 'ask_open', 'ask_closed', 'recap'];
/** An answer or an offer may take up what was told, too. */
const mayTakeUp: readonly Act[] = [
  ...takingUp,
  ...(['answer_objection', 'inform', 'promise', 'propose_step', 'propose_time', 'pitch'] as const),
];

/** Stays with what the contact tells: asks on, or shows that it was heard. */
export const followedUp: Indicator = ({ conversation }) => {
  const needs = contactStretches(conversation).filter((one) => chance(one, 'state_need') >= LIKELY);
  return metOccasions(
    needs.flatMap((given): Met[] => {
      const reply = replyTo(conversation, given);
      const best = likeliest(reply, ...takingUp);
      if (best === undefined) return [];
      if (chance(best, ...takingUp) >= LIKELY) return [best];
      return [expectedTurns(reply, mayTakeUp) < HARDLY ? 'missed' : 'unclear'];
    }),
    takingUp,
  );
};

/** Nobody knows what to offer before the first question. */
export const askedFirst: Indicator = ({ conversation }) => {
  const own = agentStretches(conversation);
  const offer = own.find((one) => chance(one, 'pitch', 'ask_sale') >= SURE);
  if (offer === undefined) return noOccasion;
  const before = own.filter(({ index }) => index < offer.index);
  return heardTimes(before, { acts: ['ask_open', 'ask_closed'], from: SURE, below: 0.2 });
};

/** Asking on and repeating are signs of having listened, besides saying so. */
const listening: readonly Act[] = ['acknowledge', 'recap', 'ask_open'];
/** With fewer turns of the contact, one sign is enough. */
const ROOM_FOR_SIGNS = 6;

export const showedUnderstanding: Indicator = ({ conversation }) => {
  const turns = conversation.turns.filter(({ role }) => role === 'contact').length;
  const [from, below] = turns < ROOM_FOR_SIGNS ? [0.9, 0.2] : [1.8, 0.8];
  const found = heardTimes(agentStretches(conversation), { acts: listening, from, below });
  // A question alone shows nobody what it takes up.
  return { ...found, plain: plainly(found.plain, ['acknowledge', 'recap']) };
};

export const recapped: Indicator = ({ conversation }) =>
  heardTimes(agentStretches(conversation), {
    acts: ['recap'],
    from: 0.8,
    traces: ['recap', 'accept'],
    below: 0.1,
  });

/** In how many turns an offer is to be expected: two are a talk, three are a recital. */
const OFFERS = { few: 1.5, recital: 2.5 };

/** What is offered, without reciting everything. */
export const keptOfferShort: Indicator = ({ conversation }) => {
  const own = agentStretches(conversation);
  const shown = showing(own, ['pitch']);
  if (shown.length === 0) return noOccasion;
  const offers = expectedTurns(own, ['pitch']);
  if (offers >= OFFERS.recital) return missing;
  return offers <= OFFERS.few ? heard(shown.slice(0, 1)) : unclear;
};

const FEW = 1;

/** One interruption is nothing to speak of. */
export const letContactFinish: Indicator = ({ conversation }) => {
  const turns = speechTurns(conversation.transcript.segments);
  if (!turns.some(({ role }) => role === 'contact')) return noOccasion;
  const cutIn = interruptingTurns(turns).filter(({ role }) => role === 'agent').length;
  if (cutIn > FEW) return missing;
  return cutIn === 0 ? noOccasion : heard(agentStretches(conversation).slice(0, 1));
};

/** A question counts as answered unless the reply evades it; what answers best is shown. */
export const answeredQuestions: Indicator = ({ conversation }) => {
  const asked = contactStretches(conversation).filter(
    (one) => chance(one, 'ask_open', 'ask_closed') >= LIKELY,
  );
  return metOccasions(
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
};
const evading: Act[] = [...unfairActs, 'dodge_price', 'ask_sale'];
const answering: Act[] = [
  ...(['inform', 'state_price', 'answer_objection', 'identify_company', 'identify_self'] as const),
  ...(['state_purpose', 'promise', 'recap', 'propose_time', 'propose_step', 'pitch'] as const),
];
