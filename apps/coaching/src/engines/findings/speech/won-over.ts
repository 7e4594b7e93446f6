import { acts } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch, type Turn } from '../../conversation/conversation.ts';
import { takesUpPlainly } from '../objections/taken-up.ts';
import { takesGladly } from '../welcomes.ts';
import type { Exchange } from './speech.ts';
import { turnOf } from './turn-words.ts';

const objections = acts.filter((act) => act.startsWith('object:'));
/** So little is enough where the contact says in the end that it is settled. */
const TRACE = 0.15;
/** An objection that is won over takes a question or two. */
const MOST_TURNS = 10;
/** `She says they're all crooks.`, `It's the money.`: refuses, doubts or weighs something. */
const WEIGHS =
  /n['’]t\b|\b(?:no|not|never|nobody|too|but|only|crooks?|scams?|worried|afraid|money|expensive|a lot|on the fence|first|risk)\b/i;

/**
 * An objection that was heard or asked about before it was answered, with all that was said until the contact took the answer
 * gladly; the last of a call.
 */
export function wonOver(conversation: Conversation): Exchange[] {
  const { turns } = conversation;
  const taken = turns.filter(
    (one) => one.role === 'contact' && one.index > 1 && takesGladly(turnOf(conversation, one.index).text),
  );
  return (
    taken
      .toReversed()
      // Who refuses was not won over, however kindly.
      .filter(
        (one) =>
          !conversation.stretches.some(({ turn, ...own }) => turn >= one.index - MOST_TURNS && refuses(own)),
      )
      .flatMap((end) => {
        const begin = objectionBefore(conversation, end);
        return begin === undefined ? [] : [told(conversation, begin, end)];
      })
      .slice(0, 1)
  );
}

function refuses({ acts, role }: Pick<Stretch, 'acts' | 'role'>): boolean {
  return [acts.decline, acts.opt_out, acts.honor_opt_out].some(
    (likely = 0) => likely >= (role === 'contact' ? LIKELY : SURE),
  );
}

function objectionBefore(conversation: Conversation, end: Turn): Turn | undefined {
  const { turns } = conversation;
  return turns.findLast(({ index, role }) => {
    if (role !== 'contact' || index > end.index - 2 || index < end.index - MOST_TURNS) return false;
    const said = turnOf(conversation, index).text;
    const isObjecting = stretchesOf(conversation, index).some((one) => chance(one, ...objections) >= TRACE);
    const reply = turns[index + 1] === undefined ? '' : turnOf(conversation, index + 1).text;
    return isObjecting && WEIGHS.test(said) && !said.endsWith('?') && isHearing(reply);
  });
}

/** `That's way too much.` tells nobody what is. */
const POINTS = /^(?:(?:well|oh|but|and|yeah|no|okay)[,.]? )*(?:that|it|this)\b/i;

/** `Okay, so what we do is` hears nothing. */
function isHearing(reply: string): boolean {
  return takesUpPlainly(reply) || /\b(?:what|why|which|how)\b[^.?!]*\?/i.test(reply);
}

function told(conversation: Conversation, begin: Turn, end: Turn): Exchange {
  const all = Array.from({ length: end.index - begin.index + 1 }, (_, at) =>
    turnOf(conversation, begin.index + at),
  );
  const objection = turnOf(conversation, begin.index);
  const { text, segment_index, start_time } = turnOf(conversation, begin.index + 1);
  const points = POINTS.test(objection.text) && begin.index > 0;
  return {
    ...(points ? { answered: turnOf(conversation, begin.index - 1).text } : {}),
    ...{ kind: 'won_over', text, segment_index, start_time },
    ...{ before: objection.text, after: turnOf(conversation, end.index).text, turns: all },
  };
}

/** What may be the offer is taken for it: nobody is praised for a question that came after it. */
const MAYBE = 0.3;
const LIKELY = 0.5;
const SURE = 0.75;
const presents = ['pitch', 'state_price'] as const;
const courtesies = ['ask_permission', 'ask_for_person', 'greeting'] as const;
/** `What'd they say?`, and not `You got my email?` */
const ASKS = /\b(?:what|why|which|how)\b[^.?!]*\?$/i;
const IS_NO_QUESTION =
  /\bhow (?:are|is|you|was)\b.*\b(?:doing|you|day|today|night|weekend|shift)\b|\b(?:name|number|address|e-?mail|spell)\b/i;

/** The question that found out most before the offer was presented for the first time. */
export function askedFirst(conversation: Conversation): Exchange[] {
  const own = conversation.stretches.filter(({ role }) => role === 'agent');
  const offer = own.find((one) => chance(one, ...presents) >= MAYBE);
  if (offer === undefined) return [];
  const [asked] = own
    .filter((one) => one.turn < offer.turn && chance(one, ...courtesies) < LIKELY)
    .filter(({ text }) => ASKS.test(text.trim()) && !IS_NO_QUESTION.test(text))
    // What comes next answers the last question of a turn.
    .filter((one) => !own.some(({ turn, index }) => turn === one.turn && index > one.index))
    .toSorted((a, b) => chance(b, 'ask_open') - chance(a, 'ask_open'));
  if (asked === undefined) return [];
  const answer = turnOf(conversation, asked.turn + 1);
  const { segment } = asked;
  return [
    {
      ...{ kind: 'asked_first', text: asked.text.trim(), segment_index: segment },
      start_time: conversation.transcript.segments[segment]?.start_time ?? 0,
      ...{ before: null, after: answer.text },
    },
  ];
}

function stretchesOf({ stretches }: Conversation, turn: number): Stretch[] {
  return stretches.filter((one) => one.turn === turn);
}
