import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { likeliest } from '../rating/indicator.ts';
import { replyTo } from '../reply-to.ts';
import { contactName, said, sentence, takenUp } from '../said.ts';
import { namesFigure } from './figures.ts';
import type { FindMoments, Moment } from './moment.ts';
import behind from './questions-behind.json' with { type: 'json' };
import { mentions, sharesWords } from './shared-words.ts';

const LIKELY = 0.5;
const DOUBT = 0.3;
const TELLING_WORDS = 4;
const selling: Act[] = ['pitch', 'ask_sale', 'propose_time', 'propose_step', 'pressure', 'state_purpose'];
const questions: Readonly<Record<string, { ask: string; why: string }>> = behind;

function asks(one: Stretch): boolean {
  return chance(one, 'ask_open', 'ask_closed', 'ask_permission') >= DOUBT || /\?\s*$/.test(one.text);
}

function acknowledges({ stretches }: Conversation): boolean {
  return stretches.some((one) => one.role === 'agent' && chance(one, 'acknowledge') >= LIKELY);
}

/** An objection that was neither heard nor asked about. */
export const passedOverObjections: FindMoments = ({ conversation, objections }) =>
  objections.flatMap((objection): Moment[] => {
    const given = conversation.stretches[objection.stretch];
    const question = questions[objection.kind];
    if (given === undefined || question === undefined || given.words.length < TELLING_WORDS) return [];
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
    const text = `When ${name} said ${said(given)}, you went straight on: ${said(answer)}. Stop there and ask "${takenUp(given)}${question.ask}" ${question.why}`;
    const stretches = [given.index, answer.index];
    return [
      { kind: 'objection', text, stretches, probability: objection.probability, worth: isAnswered ? 1.5 : 3 },
    ];
  });

/** A need that was told, and met with the brochure. */
export const passedOverNeeds: FindMoments = ({ conversation }) =>
  conversation.stretches.flatMap((need): Moment[] => {
    if (need.role !== 'contact' || chance(need, 'state_need') < LIKELY || need.words.length < TELLING_WORDS)
      return [];
    const reply = replyTo(conversation, need);
    if (reply.some((one) => asks(one) || chance(one, 'acknowledge', 'recap') >= DOUBT)) return [];
    const answer = likeliest(reply, ...selling);
    if (answer === undefined || chance(answer, ...selling) < LIKELY) return [];
    const name = contactName(conversation);
    const text = `${sentence(name)} told you ${said(need)}, and you went on with ${said(answer)}. Stay there for one question: "${takenUp(need)}What does that mean for you?" What ${name} tells you is the best reason to offer anything.`;
    const probability = chance(need, 'state_need') * chance(answer, ...selling);
    return [{ kind: 'need', text, stretches: [need.index, answer.index], probability, worth: 3.5 }];
  });

/** A list of features before anybody asked what is needed. */
export const presentedFirst: FindMoments = ({ conversation }) => {
  const own = conversation.stretches.filter(({ role }) => role === 'agent');
  const pitches = own.filter((one) => chance(one, 'pitch') >= LIKELY && chance(one, 'state_purpose') < DOUBT);
  const first = pitches[0];
  if (first === undefined || pitches.length < 2) return [];
  const asked = own.some((one) => one.index < first.index && chance(one, 'ask_open', 'ask_closed') >= DOUBT);
  if (asked) return [];
  const name = contactName(conversation);
  const need = conversation.stretches.find(
    (one) =>
      one.role === 'contact' &&
      one.index > first.index &&
      chance(one, 'state_need') >= LIKELY &&
      one.words.length >= TELLING_WORDS,
  );
  const learned =
    need === undefined
      ? `What ${name} needs decides what is worth saying.`
      : `You would have heard earlier what counts: ${said(need)}.`;
  const text = `You presented, ${said(first)}, before you had asked ${name} anything. Ask first: "What would you want from it, if you changed anything?" ${learned}`;
  const shown = need === undefined ? [first.index] : [first.index, need.index];
  return [{ kind: 'presentation', text, stretches: shown, probability: chance(first, 'pitch'), worth: 3 }];
};

/** Asked what it costs, and no figure came back. */
export const dodgedPrice: FindMoments = ({ conversation }) =>
  conversation.stretches.flatMap((asked): Moment[] => {
    if (asked.role !== 'contact' || chance(asked, 'ask_open', 'ask_closed', 'object:price') < LIKELY)
      return [];
    const reply = replyTo(conversation, asked);
    const dodge = likeliest(reply, 'dodge_price');
    if (dodge === undefined || chance(dodge, 'dodge_price') < LIKELY || reply.some(namesFigure)) return [];
    if (reply.some((one) => chance(one, 'state_price') >= DOUBT)) return [];
    const name = contactName(conversation);
    const text = `${sentence(name)} asked ${said(asked)} and got ${said(dodge)}. Give a range and say what it depends on. A price that is hidden sounds high.`;
    const probability =
      chance(asked, 'ask_open', 'ask_closed', 'object:price') * chance(dodge, 'dodge_price');
    return [{ kind: 'price', text, stretches: [asked.index, dodge.index], probability, worth: 3 }];
  });

const auxiliaries = new Set([
  ...[
    'do',
    'does',
    'did',
    'are',
    'is',
    'was',
    'were',
    'have',
    'has',
    'had',
    'can',
    'could',
    'would',
    'will',
    'should',
  ],
]);

/** All questions could be answered with a word, although there was something to find out. */
export const onlyClosedQuestions: FindMoments = ({ conversation, outcome }) => {
  if (outcome.code === 'do_not_contact' || conversation.context.incoming === true) return [];
  const own = conversation.stretches.filter(({ role }) => role === 'agent');
  if (own.some((one) => chance(one, 'ask_open') >= DOUBT)) return [];
  const closed = own.filter(
    (one) => chance(one, 'ask_closed') >= LIKELY && one.words.length >= TELLING_WORDS,
  );
  const told = conversation.stretches.find(
    (one) =>
      one.role === 'contact' && chance(one, 'state_need') >= LIKELY && one.words.length >= TELLING_WORDS,
  );
  const example = closed.find(({ words }) => auxiliaries.has(words[0]?.text ?? ''));
  if (example === undefined || closed.length < 3 || told === undefined) return [];
  const name = contactName(conversation);
  const text = `Each of your questions could be answered with a word, such as ${said(example)}. When ${name} told you ${said(told)}, you could have asked "${takenUp(told)}How did that come about?" An open question finds out what you did not think to ask.`;
  return [
    {
      kind: 'open questions',
      text,
      stretches: [example.index, told.index],
      probability: chance(told, 'state_need'),
      worth: 2.5,
    },
  ];
};

/** A question of the contact that was passed over. */
export const unansweredQuestions: FindMoments = ({ conversation }) =>
  conversation.stretches.flatMap((asked): Moment[] => {
    if (
      asked.role !== 'contact' ||
      chance(asked, 'ask_open', 'ask_closed') < LIKELY ||
      asked.words.length < 3
    )
      return [];
    const reply = replyTo(conversation, asked);
    const evading = likeliest(reply, 'ask_sale', 'pressure');
    if (evading === undefined || !isNothingElse(reply, evading)) return [];
    const text = `${sentence(contactName(conversation))} asked ${said(asked)} and got ${said(evading)}. Answer the question first, in one sentence, or say that you will find out. People who get no answer stop asking.`;
    const probability = chance(asked, 'ask_open', 'ask_closed') * chance(evading, 'ask_sale', 'pressure');
    return [{ kind: 'answer', text, stretches: [asked.index, evading.index], probability, worth: 2.5 }];
  });

const answers: Act[] = [
  ...([
    'inform',
    'state_price',
    'dodge_price',
    'answer_objection',
    'accept',
    'decline',
    'recap',
    'acknowledge',
  ] as const),
  ...([
    'identify_self',
    'identify_company',
    'state_purpose',
    'promise',
    'correct',
    'small_talk',
    'counter_time',
  ] as const),
];

const EVADING = 0.6;

function isNothingElse(reply: readonly Stretch[], evading: Stretch): boolean {
  if (chance(evading, 'ask_sale', 'pressure') < EVADING) return false;
  return reply.every((one) => chance(one, ...answers) < DOUBT);
}

/** The contact puts it off, and the call ends without a day. */
export const leftOpen: FindMoments = ({ conversation, outcome, agreements }) => {
  if (
    agreements.length > 0 ||
    !['next_step_agreed', 'no_next_step', 'callback_requested'].includes(outcome.code)
  )
    return [];
  const put = conversation.stretches.findLast(
    (one) => one.role === 'contact' && chance(one, 'defer') >= LIKELY,
  );
  if (put === undefined || put.words.length < TELLING_WORDS || offersTime(conversation, put)) return [];
  const text = `${sentence(contactName(conversation))} left it at ${said(put)}, and the call ended without a day. Ask "When would be a fair time to hear what you decided?" Without a day it depends on who remembers.`;
  return [{ kind: 'next step', text, stretches: [put.index], probability: chance(put, 'defer'), worth: 3 }];
};

function offersTime({ stretches }: Conversation, { index }: Stretch): boolean {
  return stretches.some(
    (one) => one.index > index && chance(one, 'propose_time', 'counter_time', 'promise') >= DOUBT,
  );
}

/** A time was agreed, and nobody said it again. */
export const notRepeated: FindMoments = ({ conversation, agreements }) => {
  const agreement = agreements.at(-1);
  const place = agreement?.stretches[0];
  if (agreement === undefined || place === undefined) return [];
  const from = conversation.stretches[place]?.turn ?? 0;
  const after = conversation.stretches.filter(({ turn }) => turn >= from - 1);
  const named = after.filter((one) => mentions(one, agreement.asAgreed));
  if (after.some((one) => chance(one, 'recap') >= DOUBT) || new Set(named.map(({ role }) => role)).size > 1)
    return [];
  const settled = conversation.stretches[agreement.stretches.at(-1) ?? place];
  if (settled === undefined) return [];
  const text = `You agreed on ${agreement.asAgreed}, and nobody said it again. Close with "So that is ${agreement.asAgreed}. Is that right?" A time said twice is a time that both wrote down.`;
  return [{ kind: 'recap', text, stretches: [settled.index], probability: agreement.probability, worth: 2 }];
};
