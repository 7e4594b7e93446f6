import { chance, type Stretch } from '../../conversation/conversation.ts';
import { likeliest } from '../rating/indicator.ts';
import { replyTo, wordsBefore } from '../reply-to.ts';
import { contactName, said } from '../said.ts';
import { listens } from './listens.ts';
import type { FindMoments, Judged, Moment } from './moment.ts';
import { isPraised } from './remarked.ts';
import { sharesWords } from './shared-words.ts';

const LIKELY = 0.5;
/** `What is the total amount?` is as likely as not an open question, and asks for a number. */
const OPENLY = 0.55;
/** Where a single act carries the praise. */
const CLEARLY = 0.6;
const OPENING_TURNS = 4;
const TELLING_WORDS = 6;
const QUESTION_WORDS = 4;
/** Fewer words are a courtesy, not a sign of having heard. */
const ANSWER_WORDS = 4;

/** An open question that brought out what the contact needs. */
export const openQuestions: FindMoments = ({ conversation }) =>
  own(conversation).flatMap((question): Moment[] => {
    // `What is it?` asks for a word.
    if (question.words.length < QUESTION_WORDS || !listens(conversation) || !invites(question)) return [];
    const need = fullestNeed(replyTo(conversation, question));
    if (need === undefined || chance(question, 'ask_open') < OPENLY) return [];
    if (need.words.length < TELLING_WORDS) return [];
    const name = contactName(conversation);
    const text = `your open question, ${said(conversation, question)}, got ${name} talking: ${said(conversation, need)}.`;
    const probability = chance(question, 'ask_open') * chance(need, 'state_need');
    return [{ kind: 'open question', text, stretches: [question.index, need.index], probability, worth: 3 }];
  });

/** Stays with a need instead of going on to the offer. */
export const followUps: FindMoments = ({ conversation }) =>
  own(conversation).flatMap((question): Moment[] => {
    const need = fullestNeed(wordsBefore(conversation, question));
    if (need === undefined || chance(question, 'ask_open') < OPENLY || !invites(question)) return [];
    if (need.words.length < TELLING_WORDS || !refersTo(question, need)) return [];
    const text = `you stayed with what ${contactName(conversation)} had just told you, ${said(conversation, need)}, and asked further: ${said(conversation, question)}.`;
    const probability = chance(question, 'ask_open') * chance(need, 'state_need');
    return [{ kind: 'follow-up', text, stretches: [question.index, need.index], probability, worth: 3 }];
  });

export const heardNeeds: FindMoments = ({ conversation }) =>
  own(conversation).flatMap((reply): Moment[] => {
    const need = fullestNeed(wordsBefore(conversation, reply));
    if (need === undefined || chance(reply, 'acknowledge') < LIKELY) return [];
    if (reply.words.length < ANSWER_WORDS || need.words.length < TELLING_WORDS || !sharesWords(reply, need))
      return [];
    const text = `you showed ${contactName(conversation)} that you had heard ${said(conversation, need)}: ${said(conversation, reply)}.`;
    const probability = chance(reply, 'acknowledge') * chance(need, 'state_need');
    return [{ kind: 'understanding', text, stretches: [reply.index, need.index], probability, worth: 2 }];
  });

const MORE_THAN_A_FORMULA = 9;
const MORE_THAN_MANNERS = 0.2;

/** Leaves it to the contact whether now is the time. */
export const permission: FindMoments = ({ conversation }) => {
  if (conversation.context.incoming === true) return [];
  const turns = conversation.turns.filter(({ role }) => role === 'agent').slice(0, OPENING_TURNS);
  const opening = own(conversation).filter(({ turn }) => turn <= (turns.at(-1)?.index ?? 0));
  const asked = likeliest(opening, 'ask_permission');
  if (asked === undefined || chance(asked, 'ask_permission') < CLEARLY || !asksWhetherNow(asked)) return [];
  // The bare formula is manners, not a moment.
  if (!isPraised(asked, MORE_THAN_MANNERS)) return [];
  if (asked.words.length < MORE_THAN_A_FORMULA) return [];
  const text = `you left it to ${contactName(conversation)} whether to talk now, before you went on: ${said(conversation, asked)}.`;
  const probability = chance(asked, 'ask_permission');
  return [{ kind: 'permission', text, stretches: [asked.index], probability, worth: 1.5 }];
};

/** `When are you due?` and `Is it the hybrid?` ask for a word, whatever came of it. */
const FOR_A_WORD = new Set(
  'when is are was were do does did have has can could would will should'.split(' '),
);

function invites({ words }: Stretch): boolean {
  const first = words.find(({ text }) => !['and', 'so', 'but', 'okay', 'well', 'uh', 'um'].includes(text));
  const asked = words.some(({ text }) => ['what', 'how', 'why', 'tell'].includes(text));
  return asked || !FOR_A_WORD.has(first?.text ?? '');
}

const NOW = new Set(
  'time moment minute minutes second sec bad busy middle now talk okay ok hour driving free interrupting catch caught'.split(
    ' ',
  ),
);

function asksWhetherNow({ words }: Stretch): boolean {
  return words.some(({ text }) => NOW.has(text));
}

const BACK = new Set('that this it its they them those these he she him her there'.split(' '));

/** Takes up a word of it, or points back at it: a new question is none that stays. */
function refersTo(question: Stretch, need: Stretch): boolean {
  return sharesWords(question, need) || question.words.some(({ text }) => BACK.has(text));
}

/** What says most of those that are a need. */
function fullestNeed(stretches: readonly Stretch[]): Stretch | undefined {
  const needs = stretches.filter((one) => chance(one, 'state_need') >= LIKELY);
  return needs.sort((a, b) => b.words.length - a.words.length || a.index - b.index)[0];
}

function own({ stretches }: Judged['conversation']): Stretch[] {
  return stretches.filter(({ role }) => role === 'agent');
}
