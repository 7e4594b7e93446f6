import { type Conversation, chance, likeliest, type Stretch } from '../../conversation/conversation.ts';
import { capitalized } from '../capitalized.ts';
import { asksPrice } from '../conduct/asks-price.ts';
import { replyTo } from '../reply-to.ts';
import { said } from '../said.ts';
import { speakerName } from '../speaker-name.ts';
import { findTimes } from '../times/find-times.ts';
import { namesFigure } from './figures.ts';
import type { Advice, FindAdvice } from './moment.ts';
import { contentWords } from './shared-words.ts';

const LIKELY = 0.4;
const DOUBT = 0.3;
/** Where a single act carries the advice. */
const CERTAINLY = 0.7;
/** `Oh, that's the timer` is no answer. */
const MEANING_WORDS = 2;

/** Asked what it costs, and no figure came back. */
export const dodgedPrice: FindAdvice = ({ conversation }) =>
  conversation.stretches.flatMap((asked): Advice[] => {
    if (asked.role !== 'contact' || chance(asked, 'ask_open', 'ask_closed') < LIKELY) return [];
    if (!asksPrice(asked)) return [];
    const reply = replyTo(conversation, asked);
    const dodge = likeliest(reply, 'dodge_price');
    if (dodge === undefined || chance(dodge, 'dodge_price') < CERTAINLY) return [];
    if (givesFigureSoon(conversation, asked)) return [];
    const name = speakerName(conversation, asked);
    const text = `${capitalized(name)} asked ${said(conversation, asked)} and got ${said(conversation, dodge)}. Give a range and say what it depends on. A price that is hidden sounds high.`;
    const probability = chance(asked, 'ask_open', 'ask_closed') * chance(dodge, 'dodge_price');
    return [
      { kind: 'price', advice: 'price', text, stretches: [asked.index, dodge.index], probability, worth: 3 },
    ];
  });

const TURNS_TO_A_FIGURE = 4;

/** At once, or at the second asking: late, and yet not hidden. */
function givesFigureSoon({ stretches }: Conversation, asked: Stretch): boolean {
  return stretches.some(
    (one) =>
      one.role === 'agent' &&
      one.turn > asked.turn &&
      one.turn <= asked.turn + TURNS_TO_A_FIGURE &&
      (chance(one, 'state_price') >= DOUBT || namesFigure(one)),
  );
}

/** The contact puts it off, and the call ends without a day. */
export const leftOpen: FindAdvice = ({ conversation, outcome, agreements }) => {
  const isOpen = ['next_step_agreed', 'no_next_step', 'callback_requested'].includes(outcome.code);
  if (agreements.length > 0 || !isOpen) return [];
  const put = conversation.stretches.findLast(
    (one) => one.role === 'contact' && chance(one, 'defer') >= CERTAINLY,
  );
  if (put === undefined || offersTime(conversation, put) || wasAsked(conversation, put)) return [];
  if (contentWords(put.words.map(({ text }) => text)).length < MEANING_WORDS) return [];
  const text = `${capitalized(speakerName(conversation, put))} left it at ${said(conversation, put)}, and the call ended without a day. Ask "When would be a fair time to hear what you decided?" Without a day it depends on who remembers.`;
  return [
    {
      kind: 'next step',
      advice: 'next_step',
      text,
      stretches: [put.index],
      probability: chance(put, 'defer'),
      worth: 3,
    },
  ];
};

const TIME_WORDS = new Set('date day time when'.split(' '));

/** `Will we say a date?` was asked, before or after it was put off: whoever was refused a day is not told to ask for one. */
function wasAsked({ stretches }: Conversation, put: Stretch): boolean {
  return stretches.some((one) => {
    if (one.role !== 'agent' || one.turn < put.turn - TURNS_BEFORE) return false;
    if (chance(one, 'propose_time', 'counter_time') >= DOUBT) return true;
    const isAsked = chance(one, 'propose_step', 'ask_closed', 'ask_open', 'request') >= DOUBT;
    // `Should I give you a call, like, after the weekend, or ...` was asked, however it was cut off.
    if (/\b(?:should|shall|can|could|may) i\b/i.test(one.text) && namesTime(one)) return true;
    return isAsked && one.words.some(({ text }) => TIME_WORDS.has(text));
  });
}
const TURNS_BEFORE = 4;

/** A day that is ahead, or at least a part of the week. */
function namesTime({ words, text }: Stretch): boolean {
  const times = findTimes(
    words.map((word) => word.text),
    true,
  );
  return (
    /\bafter (?:the )?(?:weekend|holidays?)\b/i.test(text) ||
    times.some(({ day, isAhead, isNegated }) => day !== null && isAhead && !isNegated)
  );
}

/** `I'll come back to you after the fourteenth` says when. */
function offersTime({ stretches }: Conversation, put: Stretch): boolean {
  const { index } = put;
  if (namesTime(put)) return true;
  return stretches.some(
    (one) =>
      one.index > index &&
      (chance(one, 'propose_time', 'counter_time', 'promise') >= DOUBT ||
        (one.role === 'contact' && one.turn === put.turn && namesTime(one))),
  );
}
