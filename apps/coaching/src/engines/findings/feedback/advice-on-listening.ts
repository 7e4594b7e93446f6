import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { isCharity } from '../rating/applies.ts';
import { likeliest } from '../rating/indicator.ts';
import { replyTo } from '../reply-to.ts';
import { contactName, said, sentence, takenUp } from '../said.ts';
import type { FindMoments, Moment } from './moment.ts';
import behind from './questions-behind.json' with { type: 'json' };
import { sharesWords } from './shared-words.ts';

const LIKELY = 0.4;
const DOUBT = 0.3;
/** Where a single act carries the advice. */
const CLEARLY = 0.6;
const TRACE = 0.2;
const HEARD_ONCE = 1;
const TELLING_WORDS = 4;
const NEED_WORDS = 6;
const LIST_WORDS = 10;
/** Of mediocre calls' stretches from here on, four in ten are in turns that a manager took up. */
const BLAMED = 0.3;
const selling: Act[] = ['pitch', 'ask_sale', 'propose_time', 'propose_step', 'pressure', 'state_purpose'];
const questions: Readonly<Record<string, { ask: string; why: string }>> = behind;
/** Where it is not sure what kind of objection it is. */
const anyQuestion = {
  ask: 'Can you tell me more about that?',
  why: 'Until you know what is behind it, any answer is a guess.',
};

function asks(one: Stretch): boolean {
  return chance(one, 'ask_open', 'ask_closed', 'ask_permission') >= DOUBT || /\?\s*$/.test(one.text);
}

/** Whether the agent is likely to have shown at least once in the call that something was heard. */
function acknowledges({ stretches }: Conversation): boolean {
  let sum = 0;
  for (const one of stretches) {
    const likely = chance(one, 'acknowledge', 'recap');
    if (one.role === 'agent' && likely >= TRACE) sum += likely;
  }
  return sum >= HEARD_ONCE;
}

/** An objection that was neither heard nor asked about. */
export const passedOverObjections: FindMoments = ({ conversation, objections }) =>
  objections.flatMap((objection): Moment[] => {
    const given = conversation.stretches[objection.stretch];
    const question = questions[objection.kind];
    if (given === undefined || question === undefined || given.words.length < TELLING_WORDS) return [];
    if (objection.probability < CLEARLY) return [];
    if (objection.acknowledged !== null || objection.explored !== null || objection.settled) return [];
    const reply = replyTo(conversation, given);
    if (reply.some((one) => asks(one) || chance(one, 'acknowledge', 'honor_opt_out') >= DOUBT)) return [];
    const answer = reply.find(({ words }) => words.length >= TELLING_WORDS);
    if (answer === undefined || chance(answer, 'goodbye', 'accept', 'recap', 'propose_step') >= DOUBT)
      return [];
    // Who says it back has heard it.
    if (sharesWords(answer, given)) return [];
    if (objection.kind === 'no_time' && chance(answer, 'propose_time', 'counter_time') >= DOUBT) return [];
    // Answering at once is no fault by itself; never once showing that one heard is.
    const isAnswered = chance(answer, 'answer_objection', 'state_price', 'inform') >= DOUBT;
    if (isAnswered && acknowledges(conversation)) return [];
    const name = contactName(conversation);
    const isKind = chance(given, `object:${objection.kind}`) >= CLEARLY;
    const { ask, why } = isKind ? question : anyQuestion;
    const text = `When ${name} said ${said(conversation, given)}, you went straight on: ${said(conversation, answer)}. Stop there and ask "${takenUp(given)}${ask}" ${why}`;
    const stretches = [given.index, answer.index];
    return [
      { kind: 'objection', text, stretches, probability: objection.probability, worth: isAnswered ? 1.5 : 3 },
    ];
  });

/** A need that was told, and met with the brochure. */
export const passedOverNeeds: FindMoments = ({ conversation }) =>
  conversation.stretches.flatMap((need): Moment[] => {
    if (need.role !== 'contact' || chance(need, 'state_need') < LIKELY || need.words.length < NEED_WORDS)
      return [];
    const reply = replyTo(conversation, need);
    if (reply.some((one) => asks(one) || chance(one, 'acknowledge', 'recap') >= DOUBT)) return [];
    const answer = likeliest(reply, ...selling);
    if (answer === undefined || chance(answer, ...selling) < LIKELY) return [];
    const name = contactName(conversation);
    const text = `${sentence(name)} told you ${said(conversation, need)}, and you went on with ${said(conversation, answer)}. Stay there for one question: "${takenUp(need)}What does that mean for you?" What ${name} tells you is the best reason to offer anything.`;
    // Either alone would be worth the question.
    const probability = Math.min(chance(need, 'state_need'), chance(answer, ...selling));
    return [{ kind: 'need', text, stretches: [need.index, answer.index], probability, worth: 3.5 }];
  });

/** Somebody tells what it is about, and never in the whole call is shown to have been heard. */
export const neverHeard: FindMoments = ({ conversation }) => {
  if (acknowledges(conversation)) return [];
  const needs = conversation.stretches.filter(
    (one) => one.role === 'contact' && chance(one, 'state_need') >= LIKELY && one.words.length >= NEED_WORDS,
  );
  const need = needs.sort((a, b) => b.words.length - a.words.length || a.index - b.index)[0];
  if (need === undefined) return [];
  const reply = replyTo(conversation, need).find(({ words }) => words.length >= TELLING_WORDS);
  if (reply === undefined || sharesWords(reply, need) || chance(reply, 'ask_open') >= DOUBT) return [];
  const name = contactName(conversation);
  const own = takenUp(need);
  const first =
    own === ''
      ? `Say first, in ${name}'s own words, what you heard.`
      : `Say first what you heard, for example "${own}Tell me about it."`;
  const text = `${sentence(name)} told you ${said(conversation, need)}, and your next words were ${said(conversation, reply)}. ${first} People tell more to somebody who listens.`;
  const probability = chance(need, 'state_need');
  return [{ kind: 'listening', text, stretches: [need.index, reply.index], probability, worth: 2 }];
};

/** A list of features before an open question found out what is needed. */
export const presentedFirst: FindMoments = ({ conversation, outcome }) => {
  const { incoming, category = '' } = conversation.context;
  if (incoming === true || isCharity(category) || outcome.code === 'not_qualified') return [];
  const own = conversation.stretches.filter(({ role }) => role === 'agent');
  const pitches = own.filter(
    (one) =>
      chance(one, 'pitch') >= CLEARLY &&
      chance(one, 'state_purpose') < LIKELY &&
      one.words.length >= LIST_WORDS,
  );
  const first = pitches[0];
  if (first === undefined) return [];
  const before = own.filter(({ index }) => index < first.index);
  if (before.some((one) => chance(one, 'ask_open') >= DOUBT)) return [];
  const wasAsked = before.some(asksAboutNeeds);
  // One sentence about the offer is an answer or an opening; a manager takes up what goes on or stands out.
  const isTakenUp = pitches.some(({ remark }) => (remark?.blame ?? 0) >= BLAMED);
  if (wasAsked ? !isTakenUp : pitches.length < 2 && !isTakenUp) return [];
  const shownFrom = pitches.filter(({ turn }) => turn <= first.turn + 2);
  const longest = shownFrom.reduce((best, one) => (one.words.length > best.words.length ? one : best));
  const name = contactName(conversation);
  const need = conversation.stretches.find(
    (one) =>
      one.role === 'contact' &&
      one.index > longest.index &&
      chance(one, 'state_need') >= CLEARLY &&
      one.words.length >= NEED_WORDS,
  );
  const learned =
    need === undefined
      ? `What ${name} needs decides what is worth saying.`
      : `You would have heard earlier what counts: ${said(conversation, need)}.`;
  const missed = wasAsked ? 'an open question had shown' : 'you had asked';
  const text = `You presented ${said(conversation, longest)} before ${missed} what ${name} needs. Ask first: "What would you want to be different, if anything?" ${learned}`;
  const shown = need === undefined ? [longest.index] : [longest.index, need.index];
  const worth = wasAsked ? 2 : 3;
  return [{ kind: 'presentation', text, stretches: shown, probability: chance(first, 'pitch'), worth }];
};

/** A question, except for who is there and whether it suits. */
function asksAboutNeeds(one: Stretch): boolean {
  return asks(one) && chance(one, 'ask_for_person', 'greeting', 'ask_permission') < DOUBT;
}
