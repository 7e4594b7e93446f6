import { chance, type Stretch } from '../../conversation/conversation.ts';
import { saidTogether } from '../passage.ts';
import { replyTo, wordsBefore } from '../reply-to.ts';
import { said } from '../said.ts';
import { speakerName } from '../speaker-name.ts';
import { breaksOff } from '../summary/quoted.ts';
import { listens } from './listens.ts';
import type { FindMoments, Judged, Moment } from './moment.ts';
import { isPraised } from './remarked.ts';
import { contentWords, refersTo, sharesWords } from './shared-words.ts';
import { ofWhoAnswers, shownAnswer } from './shown-answer.ts';

const LIKELY = 0.5;
/** `What is the total amount?` is as likely as not an open question, and asks for a number. */
const OPENLY = 0.55;
const TELLING_WORDS = 6;
const QUESTION_WORDS = 4;
/** Fewer words are a courtesy, not a sign of having heard. */
const ANSWER_WORDS = 7;
/** `How's the parrot?` brings out nothing for the offer, whatever is told after it. */
const SOCIABLE = 0.3;
/** Below, it was a matter of course to the writers of the calls. */
const WORTH_PRAISING = 0.05;
const WARM = 0.1;
/** Of both, the question and what it brought out. */
const SURELY = 0.45;

/** An open question that brought out what the contact needs. */
export const openQuestions: FindMoments = ({ conversation }) =>
  own(conversation).flatMap((question): Moment[] => {
    // `What is it?` asks for a word.
    if (question.words.length < QUESTION_WORDS || !listens(conversation) || !invites(question)) return [];
    // `What can I help you with?` is how a call begins.
    if (offersHelp(question) || chance(question, 'small_talk') >= SOCIABLE) return [];
    if (!isPraised(question, WORTH_PRAISING) || asksWhyTheyCall(conversation, question)) return [];
    const answer = ofWhoAnswers(conversation, replyTo(conversation, question));
    const need = fullestNeed(answer);
    if (need === undefined || need.words.length < TELLING_WORDS) return [];
    const asked = chance(question, 'ask_open');
    if (asked < OPENLY || asked < chance(question, 'ask_closed')) return [];
    const probability = asked * chance(need, 'state_need');
    if (probability < SURELY) return [];
    const shown = shownAnswer(answer, need);
    const text = `your open question, ${said(conversation, question)}, got ${speakerName(conversation, need)} talking: ${saidTogether(conversation, shown)}.`;
    const stretches = [question.index, ...shown.map(({ index }) => index)];
    return [{ kind: 'open question', text, stretches, probability, worth: 3 }];
  });

/** Stays with a need instead of going on to the offer. */
export const followUps: FindMoments = ({ conversation }) =>
  own(conversation).flatMap((question): Moment[] => {
    const need = fullestNeed(wordsBefore(conversation, question));
    if (need === undefined || chance(question, 'ask_open') < OPENLY || !invites(question)) return [];
    if (need.words.length < TELLING_WORDS || !refersTo(question, need)) return [];
    const text = `you stayed with what ${speakerName(conversation, need)} had just told you, ${said(conversation, need)}, and asked further: ${said(conversation, question)}.`;
    const probability = chance(question, 'ask_open') * chance(need, 'state_need');
    return [{ kind: 'follow-up', text, stretches: [question.index, need.index], probability, worth: 3 }];
  });

export const heardNeeds: FindMoments = ({ conversation }) =>
  own(conversation).flatMap((reply): Moment[] => {
    const need = fullestNeed(wordsBefore(conversation, reply));
    if (need === undefined || chance(reply, 'acknowledge') < LIKELY || !isPraised(reply, WARM)) return [];
    if (reply.words.length < ANSWER_WORDS || need.words.length < TELLING_WORDS || !sharesWords(reply, need))
      return [];
    const text = `you showed ${speakerName(conversation, need)} that you had heard ${said(conversation, need)}: ${said(conversation, reply)}.`;
    const probability = chance(reply, 'acknowledge') * chance(need, 'state_need');
    return [{ kind: 'understanding', text, stretches: [reply.index, need.index], probability, worth: 2 }];
  });

/** `When are you due?` and `Is it the hybrid?` ask for a word, whatever came of it. */
const FOR_A_WORD = new Set(
  'when is are was were do does did have has can could would will should'.split(' '),
);

const MEASURES = new Set('cold hot warm old long much many big far often soon late high'.split(' '));

function invites({ words }: Stretch): boolean {
  const first = words.find(({ text }) => !['and', 'so', 'but', 'okay', 'well', 'uh', 'um'].includes(text));
  // `How cold is it in there?`
  if (words.some(({ text }, i) => text === 'how' && MEASURES.has(words[i + 1]?.text ?? ''))) return false;
  const asked = words.some(({ text }) => ['what', 'how', 'why', 'tell'].includes(text));
  return asked || !FOR_A_WORD.has(first?.text ?? '');
}

/** `can I`, `may we`: asks what to do for somebody, not how things are with them. */
function offersHelp({ words }: Stretch): boolean {
  return words.some(
    ({ text }, i) => ['can', 'could', 'may'].includes(text) && ['i', 'we'].includes(words[i + 1]?.text ?? ''),
  );
}

/** `What's got you calling?`, `What's going on?`: how every call that comes in begins. */
function asksWhyTheyCall({ context, stretches }: Judged['conversation'], question: Stretch): boolean {
  if (context.incoming !== true) return false;
  const isFirst = !stretches.some(
    (one) => one.role === 'agent' && one.index < question.index && chance(one, 'ask_open') >= LIKELY,
  );
  const asked = contentWords(question.words.map(({ text }) => text));
  // `What's it doing?` asks about what was told.
  const isAboutThing = question.words.some(({ text }) => ['it', 'they', 'she', 'he', 'there'].includes(text));
  return isFirst && !isAboutThing && asked.every((word) => CALLING.has(word));
}

const CALLING = new Set(
  'call calling called ring ringing rang phone going happening happened bring brings brought got get wrong matter trouble problem issue help today morning afternoon evening tonight'.split(
    ' ',
  ),
);

/** What says most of those that are a need, and is one most surely. */
function fullestNeed(stretches: readonly Stretch[]): Stretch | undefined {
  const needs = stretches.filter((one) => chance(one, 'state_need') >= LIKELY && !breaksOff(one));
  return needs.sort((a, b) => weight(b) - weight(a) || a.index - b.index)[0];
}

function weight(one: Stretch): number {
  return chance(one, 'state_need') * Math.sqrt(one.words.length);
}

function own({ stretches }: Judged['conversation']): Stretch[] {
  return stretches.filter(({ role }) => role === 'agent');
}
