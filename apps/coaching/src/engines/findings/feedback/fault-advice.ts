import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { anyOf } from '../any-of.ts';
import { capitalized } from '../capitalized.ts';
import type { Fault } from '../conduct/fault.ts';
import { saidOf } from '../conduct/fault-words.ts';
import { isWish } from '../conduct/opt-out-fault.ts';
import { replyTo, wordsBefore } from '../reply-to.ts';
import { contactName, said } from '../said.ts';
import { speakerName } from '../speaker-name.ts';
import { breaksOff, tells } from '../summary/quoted.ts';
import { lastWish, refusing } from './last-wish.ts';
import type { Judged } from './moment.ts';

/** What to say instead of what an agent must not say, by what the contact wanted in the end. */
export function faultAdvice(judged: Judged, fault: Fault): string {
  const { conversation, agreements } = judged;
  const { kind, stretches } = fault;
  const quoted = stretches.flatMap((index) => conversation.stretches[index] ?? []);
  // Who is quoted, or spoken to: with several on the other side not always the contact of the records.
  const given = quoted.find(({ role }) => role === 'contact');
  const name = given === undefined ? contactName(conversation) : speakerName(conversation, given);
  const agent = quoted.findLast(({ role }) => role === 'agent');
  const [first = '', second = ''] = quoted.map((one) => saidOf(conversation, fault, one));
  const line = agent === undefined ? first : saidOf(conversation, fault, agent);
  switch (kind) {
    case 'opt_out_obstructed':
    case 'opt_out_ignored':
      return `${capitalized(name)} said ${first}, and you answered ${second}. Say "I am taking you off the list right now", and end the call. Nobody should have to ask twice to be left alone.`;
    case 'hidden_price':
      return `${capitalized(name)} asked ${first} and got ${second}. Give a figure or an honest range, and say what it depends on. A price that is hidden sounds high.`;
    case 'late_terms':
      return `${capitalized(name)} learned only after the yes what it binds to: you said ${first}, and what came back was ${second} Say how long it binds, and what it costs to leave, before anybody agrees. What comes out afterwards undoes a sale.`;
    case 'talking_over':
      return `You started to talk before ${name} had finished, for example with ${first}. Wait a second before you answer. What people say last is often what matters to them.`;
    case 'name_withheld':
      return `${capitalized(name)} asked ${first} and got ${second}. Say "This is ${conversation.people.agent}" and where you call from, before anything else. Nobody trusts a caller who does not say who it is.`;
    case 'no_name':
      return `${capitalized(name)} never heard your name; the call began ${first}. Say your name and your company in the first sentence. Nobody trusts a caller without either.`;
    default:
  }
  switch (lastWish(judged)) {
    case 'no calls':
      // Nobody can grant what was not asked yet.
      if (!conversation.stretches.some((one) => isWish(one) && one.index < (agent?.index ?? 0))) {
        return instead(conversation, fault, agent, line, calmLine(conversation, agent));
      }
      return `${reaction(conversation, agent)}Say "I am taking you off the list right now" instead of ${line}, and end the call. Nobody should have to ask twice to be left alone.`;
    case 'nothing': {
      const no = reaction(conversation, agent);
      if (no === '') return instead(conversation, fault, agent, line, calmLine(conversation, agent));
      return `${no}Say "I understand, and I will leave it there" instead of ${line}, and end the call kindly. Pushing against a no is all that is remembered.`;
    }
    case 'another time': {
      if (!isPush(fault) || !putsOff(conversation, agent))
        return instead(conversation, fault, agent, line, doubtLine(conversation, agent));
      return agreements.length > 0
        ? `Leave out ${line}. ${capitalized(name)} was willing to talk another time, and a line like this puts that at risk.`
        : `Say "Then let us find a better time" instead of ${line}, and agree on a day. ${capitalized(name)} wanted to talk another time, not to be talked round.`;
    }
    case 'open':
      return instead(conversation, fault, agent, line, doubtLine(conversation, agent));
  }
}

/** Answers a threat and a push alike. */
const TO_A_NO = 'If it is not for you, I will leave it there';
const TO_A_DOUBT = 'There is no hurry, and the decision is yours';
const TO_ANOTHER = 'There is no hurry, and I am glad to talk to both of you';

function instead(
  conversation: Conversation,
  { kind }: Fault,
  agent: Stretch | undefined,
  line: string,
  calm: string,
): string {
  const name = contactName(conversation);
  const isHurried = agent !== undefined && calm !== TO_A_NO && hasNoTime(conversation, agent);
  const isOnlyPushed = kind === 'unfair' && agent !== undefined && isOnlyPush(agent);
  if (isHurried && (kind === 'pressure' || kind === 'false_urgency' || isOnlyPushed))
    return `Leave out ${line}. Say "This is a bad moment. When may I call you again?" instead. Somebody with no time hears nothing of what follows.`;
  const noHurry = `Leave out ${line}. Say "${calm}" instead, and wait for the answer. Pushing gets you a no, or a yes that does not last.`;
  switch (kind) {
    case 'false_urgency':
      return `Leave out ${line}, unless you can show that it is so, and say "${calm}" instead. A deadline or a danger that you cannot show costs you the trust you need.`;
    case 'pressure_on_vulnerable':
      return `Leave out ${line}. Say "Take your time, and talk it over with somebody you trust" instead. Somebody in that situation cannot be hurried fairly.`;
    case 'pressure':
      return noHurry;
    case 'disparagement':
      return `Leave out ${line}. Nobody is won over by being put down, or by hearing ill of others.`;
    default: {
      if (isOnlyPushed) return noHurry;
      const need = conversation.stretches.findLast(
        (one) =>
          one.role === 'contact' &&
          chance(one, 'state_need') >= TOLD &&
          one.index < (agent?.index ?? 0) &&
          !breaksOff(one) &&
          !STAMMERED.test(one.text) &&
          tells(one, LEAST_NEED),
      );
      const told =
        need === undefined
          ? ''
          : ` Speak of what ${speakerName(conversation, need)} had told you instead: ${said(conversation, need)}.`;
      const answer = told === '' ? answerInstead(conversation, agent) : told;
      return `Leave out ${line}.${answer} A line like this is what ${name} will remember of the call.`;
    }
  }
}

/** What the contact had said just before it, which deserved the answer. */
function answerInstead(conversation: Conversation, agent: Stretch | undefined): string {
  const before = agent === undefined ? [] : wordsBefore(conversation, agent);
  const one = before.findLast(
    (words) => words.role === 'contact' && !breaksOff(words) && tells(words, LEAST_NEED),
  );
  if (one === undefined) return '';
  const name = capitalized(speakerName(conversation, one));
  return one.text.trim().endsWith('?')
    ? ` ${name} had just asked ${said(conversation, one)}: answer that.`
    : ` ${name} had just said ${said(conversation, one)}: answer that instead.`;
}

/** `The, well, it came out`: whoever looks for words has not told it yet. */
const STAMMERED = /\b(\p{L}+),? \1\b|\b(?:the|a|an|my|it|to),|,? \b(?:uh|um|er|erm)\b/iu;
const LEAST_NEED = 3;

/** Nobody is left in peace who has not refused. */
function calmLine(conversation: Conversation, agent: Stretch | undefined): string {
  const { stretches } = conversation;
  const isRefused = stretches.some(
    (one) => one.role === 'contact' && one.index < (agent?.index ?? 0) && anyOf(one, refusing) >= DOUBT,
  );
  return isRefused ? TO_A_NO : doubtLine(conversation, agent);
}

/** A decision that is somebody else's as well is not theirs alone. */
function doubtLine({ stretches }: Conversation, agent: Stretch | undefined): string {
  const isShared = stretches.some(
    (one) =>
      one.role === 'contact' && one.index < (agent?.index ?? 0) && chance(one, 'object:authority') >= REFUSED,
  );
  return isShared ? TO_ANOTHER : TO_A_DOUBT;
}

function isOnlyPush(line: Stretch): boolean {
  return anyOf(line, pushing) >= TOLD && chance(line, ...belittling) < DOUBT;
}

function isPush({ kind }: Fault): boolean {
  return kind === 'pressure' || kind === 'false_urgency' || kind === 'pressure_on_vulnerable';
}

/** Whether the agent's line answers somebody who put it off: whoever only mocked it wanted no other time. */
function putsOff(conversation: Conversation, agent: Stretch | undefined): boolean {
  if (agent === undefined) return false;
  const after = replyTo(conversation, agent);
  return [...wordsBefore(conversation, agent), ...after].some((one) => anyOf(one, puttingOff) >= DOUBT);
}

/** Said shortly before the agent's line, or in answer to it. */
function hasNoTime({ stretches }: Conversation, agent: Stretch): boolean {
  return stretches.some(
    (one) =>
      one.role === 'contact' &&
      one.turn >= agent.turn - TURNS_BEFORE &&
      one.turn <= agent.turn + 1 &&
      (chance(one, 'object:no_time') >= NO_TIME || NO_TIME_NOW.test(one.text)),
  );
}
const TURNS_BEFORE = 3;
const NO_TIME = 0.4;
const NO_TIME_NOW =
  /(?:n['’]t|\bno|\bnot) (?:have|got|(?:the )?time)\b[^.?!]*\b(?:minutes?|time|now)\b|\b(?:(?:ca|do)n['’]t (?:talk|do this)(?: right)? now|bad (?:time|moment)|(?:ring|call|phone) me (?:back|later|after|tonight|tomorrow))\b/i;

const puttingOff: readonly Act[] = [
  'defer',
  'object:no_time',
  'object:timing',
  'propose_time',
  'counter_time',
];
const pushing: readonly Act[] = ['pressure', 'false_urgency'];
const belittling: readonly Act[] = ['personal_remark', 'disparage'];
const TOLD = 0.6;
const DOUBT = 0.3;
const REFUSED = 0.5;
const TELLING_WORDS = 3;

/** The no that the agent's line answers, where it does. */
function reaction(conversation: Conversation, agent: Stretch | undefined): string {
  if (agent === undefined) return '';
  const no = wordsBefore(conversation, agent)
    .filter((one) => one.words.length >= TELLING_WORDS && anyOf(one, refusing) >= REFUSED)
    .at(-1);
  return no === undefined
    ? ''
    : `${capitalized(speakerName(conversation, no))} had just said ${said(conversation, no)}. `;
}
