import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, likeliest, type Stretch } from '../../conversation/conversation.ts';
import { unfairActs } from '../conduct/unfair-stretches.ts';
import { replyTo } from '../reply-to.ts';
import { interruptingTurns } from '../statistics/interruptions.ts';
import { speechTurns } from '../statistics/speech-turns.ts';
import {
  agentStretches,
  contactStretches,
  heardTimes,
  type Indicator,
  metOccasions,
  missing,
  notApplicable,
  type Occasion,
} from './indicator.ts';

const LIKELY = 0.5;

/** What the contact gave away, and whether the agent took it up before anything else. */
function takenUp(conversation: Conversation, given: readonly Stretch[], ...acts: Act[]): Occasion[] {
  return given.flatMap((one) => {
    const reply = replyTo(conversation, one);
    const best = likeliest(reply, ...acts);
    return best === undefined ? [] : [{ given: one, met: chance(best, ...acts), shown: best }];
  });
}

export const askedOpenQuestions: Indicator = ({ conversation }) => {
  const closed = agentStretches(conversation).find((one) => chance(one, 'ask_closed') >= LIKELY);
  return heardTimes(agentStretches(conversation), ['ask_open'], 2, closed ?? firstNeed(conversation));
};

/** Stays with what the contact tells: asks on, or shows that it was heard. */
export const followedUp: Indicator = ({ conversation }) => {
  const needs = contactStretches(conversation).filter((one) => chance(one, 'state_need') >= LIKELY);
  const acts: Act[] = ['acknowledge', 'ask_open', 'ask_closed', 'recap'];
  return metOccasions(takenUp(conversation, needs, ...acts), acts);
};

/** Nobody knows what to offer before the first question. */
export const askedFirst: Indicator = ({ conversation }) => {
  const own = agentStretches(conversation);
  const offer = own.find((one) => chance(one, 'pitch', 'ask_sale') >= LIKELY);
  if (offer === undefined) return notApplicable;
  const before = own.filter(({ index }) => index < offer.index);
  const asked = likeliest(before, 'ask_open', 'ask_closed');
  if (asked === undefined) return missing(offer);
  return heardTimes([asked], ['ask_open', 'ask_closed'], LIKELY, offer);
};

const TURNS_PER_ACKNOWLEDGEMENT = 6;

/** One sign of having listened for some six turns of the contact, and three in any call. */
export const showedUnderstanding: Indicator = ({ conversation }) => {
  const turns = conversation.turns.filter(({ role }) => role === 'contact').length;
  const enough = Math.min(3, Math.max(1, turns / TURNS_PER_ACKNOWLEDGEMENT));
  return heardTimes(agentStretches(conversation), ['acknowledge'], enough, firstNeed(conversation));
};

export const recapped: Indicator = ({ conversation }) =>
  heardTimes(agentStretches(conversation), ['recap'], 1, agentStretches(conversation).at(-1));

/** What is offered in one breath, without a question in between. */
const ENOUGH_OFFERS = 1;
const BROCHURE = 4;

export const keptOfferShort: Indicator = ({ conversation }) => {
  const pitches = agentStretches(conversation).filter((one) => chance(one, 'pitch') >= 0.3);
  if (pitches.length === 0) return notApplicable;
  const sum = pitches.reduce((total, one) => total + chance(one, 'pitch'), 0);
  const share = Math.min(1, Math.max(0, (BROCHURE - sum) / (BROCHURE - ENOUGH_OFFERS)));
  const clearest = likeliest(pitches, 'pitch');
  const shown = clearest === undefined ? [] : [clearest];
  return { share, shown, plain: [], where: pitches.at(-1), applicable: true };
};

const FEW = 1;

export const letContactFinish: Indicator = ({ conversation }) => {
  const { transcript, stretches } = conversation;
  const turns = speechTurns(transcript.segments);
  if (!turns.some(({ role }) => role === 'contact')) return notApplicable;
  const cutIn = interruptingTurns(turns).filter(({ role }) => role === 'agent');
  const where = stretches.find(({ segment }) => segment === cutIn[0]?.segment);
  if (cutIn.length > FEW) return missing(where);
  const first = agentStretches(conversation)[0];
  const shown = first === undefined ? [] : [first];
  return { share: 1, shown, plain: [], where, applicable: cutIn.length > 0 };
};

/** A question counts as answered unless the reply evades it; what answers best is shown. */
export const answeredQuestions: Indicator = ({ conversation }) => {
  const asked = contactStretches(conversation).filter(
    (one) => chance(one, 'ask_open', 'ask_closed') >= LIKELY,
  );
  return metOccasions(
    asked.flatMap((given) => {
      const reply = replyTo(conversation, given);
      const shown = likeliest(reply, ...answering);
      if (shown === undefined) return [];
      const evaded = Math.max(...reply.map((one) => chance(one, ...evading)));
      // Neither an answer nor a way around one: nothing can be said of it.
      if (Math.max(evaded, chance(shown, ...answering)) < LIKELY) return [];
      return [{ given, met: 1 - evaded, shown }];
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

function firstNeed(conversation: Conversation): Stretch | undefined {
  const own = contactStretches(conversation);
  return own.find((one) => chance(one, 'state_need') >= LIKELY) ?? own.find(({ words }) => words.length > 6);
}
