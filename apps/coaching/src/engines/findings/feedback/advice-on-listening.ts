import type { Act } from '../../conversation/acts.ts';
import { chance, type Stretch } from '../../conversation/conversation.ts';
import { anyOf } from '../any-of.ts';
import { capitalized } from '../capitalized.ts';
import { asksCompany, asksWho } from '../conduct/asks-who.ts';
import { isCharity } from '../rating/applies.ts';
import { mayAskOpenly } from '../rating/listening-indicators.ts';
import { replyTo, wordsBefore } from '../reply-to.ts';
import { contactName, said } from '../said.ts';
import { speakerName } from '../speaker-name.ts';
import { breaksOff } from '../summary/quoted.ts';
import { lastWish, objecting, refusing } from './last-wish.ts';
import type { Advice, FindAdvice } from './moment.ts';
import { isBlamed } from './remarked.ts';
import { contentWords, sharesWords } from './shared-words.ts';

const LIKELY = 0.4;
const DOUBT = 0.3;
const CLEARLY = 0.6;
const ARGUED = 0.5;
const TELLING_WORDS = 4;
const TOLD_WORDS = 6;
/** `I don't even know what that is` tells nothing. */
const MEANING_WORDS = 3;
const LIST_WORDS = 10;
/** From these on, two in five are in turns that the call's writer took up, and none are in calls led well. */
const RETORT = 0.2;
const BROCHURE = 0.25;
const selling: readonly Act[] = [
  ...(['pitch', 'ask_sale', 'propose_time', 'propose_step', 'pressure', 'false_urgency'] as const),
  ...(['disparage', 'answer_objection', 'state_price'] as const),
];
const hearing: readonly Act[] = ['acknowledge', 'recap', 'ask_open', 'ask_closed', 'accept', 'honor_opt_out'];

/** What somebody holds against it, met with the next argument. */
export const passedOver: FindAdvice = (judged) => {
  const { conversation } = judged;
  return conversation.stretches.flatMap((given): Advice[] => {
    if (given.role !== 'contact' || given.words.length < TELLING_WORDS) return [];
    // Who wants to know who is calling is told, and that is all.
    if (anyOf(given, objecting) < LIKELY || isQuestion(given) || asksForCaller(given)) return [];
    const reply = replyTo(conversation, given);
    if (reply.some((one) => isHeard(one) || sharesWords(one, given))) return [];
    // To somebody without time, another time is an answer.
    const isBusy = chance(given, 'object:no_time') >= DOUBT;
    if (isBusy && reply.some((one) => chance(one, 'propose_time') >= DOUBT)) return [];
    const answers = reply.filter(
      (one) =>
        one.words.length >= TELLING_WORDS &&
        anyOf(one, selling) >= ARGUED &&
        isBlamed(one, RETORT) &&
        !breaksOff(one),
    );
    const answer = answers.reduce<Stretch | undefined>(worse, undefined);
    if (answer === undefined) return [];
    const what = `When ${speakerName(conversation, given)} said ${said(conversation, given)}, you went on with ${said(conversation, answer)}.`;
    // `We never locked it` is a reason, not yet a no.
    const isRefused = chance(given, 'decline', 'object:not_interested', 'opt_out') >= DOUBT;
    const noMore = isRefused ? leaveIt : hearIt;
    const text = `${what} ${lastWish(judged) === 'nothing' ? noMore : insteadOf(given)}`;
    const probability = anyOf(given, objecting);
    return [
      {
        kind: 'objection',
        advice: 'objection',
        text,
        stretches: [given.index, answer.index],
        probability,
        worth: 3,
      },
    ];
  });
};

const leaveIt =
  'Say "I understand, and I will leave it there." A no that is taken at once is remembered kindly.';

const hearIt = 'Show first that you heard it. An argument that comes at once sounds as if you had not.';

function insteadOf(given: Stretch): string {
  if (chance(given, 'object:no_time') >= DOUBT) {
    return 'Say "This is a bad moment. When may I call you again?" Somebody with no time hears nothing of what follows.';
  }
  if (chance(given, 'object:authority') >= DOUBT) {
    return 'Say "Of course, talk it over together", and ask when you may speak to both. Who decides together buys together.';
  }
  return 'Say first what you heard in it, and ask what is behind it before you answer. An answer to what was not asked convinces nobody.';
}

/** The brochure, right after the contact told something. */
export const presentedOver: FindAdvice = ({ conversation, outcome }) =>
  conversation.stretches.flatMap((pitch): Advice[] => {
    if (!isBrochure(pitch) || outcome.code === 'not_qualified') return [];
    const before = wordsBefore(conversation, pitch);
    // Who asks wants to be told.
    if (before.some((one) => isQuestion(one) || chance(one, 'request', 'interest') >= LIKELY)) return [];
    if (before.some(asksForCaller)) return [];
    const told = before
      .filter(
        (one) =>
          one.words.length >= TOLD_WORDS &&
          contentWords(one.words.map(({ text }) => text)).length >= MEANING_WORDS &&
          (chance(one, 'state_need') >= LIKELY || (pitch.remark !== undefined && tells(one))) &&
          chance(one, 'greeting', 'identify_self', 'gatekeep') < LIKELY,
      )
      .reduce<Stretch | undefined>(fuller, undefined);
    if (told === undefined) return [];
    const turn = conversation.stretches.slice(conversation.turns[pitch.turn]?.from, pitch.index);
    if (turn.some((one) => isHeard(one) || isSympathy(one)) || sharesWords(pitch, told)) return [];
    const text = `${capitalized(speakerName(conversation, told))} had just told you ${said(conversation, told)}, and you went on with what you offer: ${said(conversation, pitch)}. Say back what you heard and ask one question about it, and then present only what bears on the answer. People listen to somebody who has listened.`;
    const probability = chance(pitch, 'pitch');
    return [
      {
        kind: 'presentation',
        advice: 'need',
        text,
        stretches: [told.index, pitch.index],
        probability,
        worth: worthOf(pitch),
      },
    ];
  });

/** A fact given in earnest; `I haven't been in a mall since the Obama years` contradicts. */
function tells(one: Stretch): boolean {
  return chance(one, 'inform') >= LIKELY && chance(one, 'correct', 'small_talk', ...objecting) < RETORT_LEAST;
}
const RETORT_LEAST = 0.15;

/** A list of features before an open question found out what is needed. */
export const presentedFirst: FindAdvice = ({ conversation, outcome, faults }) => {
  const { incoming, category = '' } = conversation.context;
  if (incoming === true || isCharity(category) || outcome.code === 'not_qualified') return [];
  // Where something was wrong by itself, the order of the presentation matters little.
  if (faults.length > 0) return [];
  const own = conversation.stretches.filter(({ role }) => role === 'agent');
  const first = own.find(isBrochure);
  if (first === undefined || chance(first, 'state_purpose') >= LIKELY) return [];
  const before = conversation.stretches.filter(({ index }) => index < first.index);
  // Whoever has refused already is not to be asked.
  if (before.some((one) => one.role === 'contact' && anyOf(one, refusing) >= LIKELY)) return [];
  const mayBeOpen = (one: Stretch): boolean => chance(one, 'ask_open') >= DOUBT || mayAskOpenly(one);
  if (before.some((one) => one.role === 'agent' && mayBeOpen(one))) return [];
  // What is needed was said, asked or unasked.
  if (before.some((one) => one.role === 'contact' && chance(one, 'state_need') >= CLEARLY)) return [];
  const name = contactName(conversation);
  const wasAsked = before.some(
    (one) =>
      one.role === 'agent' &&
      chance(one, 'ask_closed') >= DOUBT &&
      chance(one, 'ask_for_person', 'ask_permission') < DOUBT,
  );
  const missed = wasAsked ? 'an open question had shown' : 'you had asked';
  const text = `You presented ${said(conversation, first)} before ${missed} what ${name} needs. Ask first: "What would you want to be different, if anything?" What ${name} needs decides what is worth saying.`;
  const probability = chance(first, 'pitch');
  return [
    {
      kind: 'presentation',
      advice: 'presentation',
      text,
      stretches: [first.index],
      probability,
      worth: worthOf(first) - 0.5,
    },
  ];
};

function isBrochure(one: Stretch): boolean {
  const isLong = one.role === 'agent' && one.words.length >= LIST_WORDS;
  return isLong && chance(one, 'pitch') >= CLEARLY && isBlamed(one, BROCHURE);
}

function isQuestion(one: Stretch): boolean {
  return chance(one, 'ask_open', 'ask_closed') >= LIKELY || /\?\s*$/.test(one.text);
}

function asksForCaller(one: Stretch): boolean {
  return asksWho(one) || asksCompany(one);
}

function isHeard(one: Stretch): boolean {
  return chance(one, ...hearing) >= DOUBT;
}

/** `That's rough.` is heard, however short. */
function isSympathy(one: Stretch): boolean {
  return one.words.length <= TELLING_WORDS && chance(one, 'acknowledge') >= RETORT;
}

function worthOf({ remark }: Stretch): number {
  return 2.5 + (remark?.blame ?? 0);
}

function worse(worst: Stretch | undefined, one: Stretch): Stretch {
  return worst === undefined || (one.remark?.blame ?? 0) > (worst.remark?.blame ?? 0) ? one : worst;
}

function fuller(fullest: Stretch | undefined, one: Stretch): Stretch {
  return fullest === undefined || one.words.length > fullest.words.length ? one : fullest;
}
