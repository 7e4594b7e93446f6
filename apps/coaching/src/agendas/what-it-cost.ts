import { BETWEEN_SENTENCES } from '../engines/findings/said.ts';
import { welcomes } from '../engines/findings/welcomes.ts';
import type { CallFacts } from '../facts/call-facts.ts';
import { isHandling, type Quote } from '../facts/criterion-of-call.ts';
import { agentsWords, exchangesOf, saidAfter } from '../facts/exchanges-of.ts';
import { asks } from '../facts/readable-quotes.ts';
import { isWorthAnswering, replyIn } from '../facts/telling-quotes.ts';
import {
  contactOf,
  dayName,
  isTooLong,
  quoted,
  quotedWithin,
  sentence,
  variantOf,
} from '../facts/wording.ts';
import { doneIn } from './done-in.ts';

/** What a call shows to have been lost by what was missing in it. */
export interface Loss {
  readonly call: CallFacts;
  readonly text: string;
  readonly quote: Quote;
  /** It follows what is told of the call, and is not understood alone. */
  readonly isAddition?: true;
}

/** Has little time, or is in the middle of something. */
export const IS_BUSY =
  /\b(?:driving|(?:real|very) quick|busy|in the middle of|in a meeting|at work|on (?:a job|my way)|(?:have|got)(?:n['’]t| no) (?:got )?(?:the )?time|no time|(?:not|bad|isn['’]t a) (?:a )?(?:good|great|bad) (?:time|moment)|(?:just|only) (?:have|got) (?:a|two|five) minutes?|(?:i['’]m|we['’]re|are) (?:just )?eating|(?:at|having|making|cooking|for) (?:dinner|supper|lunch|breakfast)|heading out|about to)\b/i;
/** `I don't think the board wants another loan.` */
const STANDS =
  /^(?:no|nope|still|but)\b|\b(?:i['’]m not|not interested|(?:do|does|would|did)n['’]t (?:want|know you|trust|think|need|like|believe|care|work|help)|(?:ca|wo)n['’]t|too (?:much|expensive|long)|(?:they|she|he|you) (?:all )?said that|what they all say|try telling|leave (?:me|it)|never|(?:we|i)['’](?:re|m) done|forget it)\b/i;
const ASKS_WHO = /\b(?:who(?:['’]s| is) (?:this|calling|that)|who are you|what company)\b/i;
const ASKS_WHY = /\bwhat(?:['’]s| is) (?:this|it|that) (?:about|regarding|for|in regard)\b/i;
const whyFirst: Readonly<Record<string, string>> = {
  stated_purpose: 'Who knows why you call listens to what comes next.',
  introduced_self: 'Who knows you by name talks to you more openly.',
  introduced_company: 'Who knows where you call from talks to you more openly.',
};
/** Two agents who miss the same are not told so in the same words. */
const permissionFirst = [
  'One short question first gets you their time, or a better hour.',
  'People listen better when they were asked whether it suits them.',
];
const openings = ['introduced_self', 'introduced_company', 'stated_purpose', 'asked_permission'];

/** Null where it cannot be known: nothing of the words around is kept. */
export function whatItCost(
  calls: readonly CallFacts[],
  { id, indicator }: { id: string; indicator: string | undefined },
): Loss | undefined | null {
  const known = calls.filter(({ exchanges = [] }) => exchanges.length > 0);
  if (known.length === 0 || indicator === undefined) return null;
  const { missed } = doneIn(known, indicator, id);
  // The newest is remembered best.
  return missed.toReversed().flatMap((call) => lossIn(call, indicator))[0];
}

function lossIn(call: CallFacts, indicator: string): Loss[] {
  if (openings.includes(indicator)) return atBeginning(call, indicator);
  if (indicator === 'answered_price') return afterDodge(call);
  if (isHandling(indicator) || indicator === 'showed_understanding') return afterObjection(call);
  if (indicator === 'asked_open_questions') return [...unknownAnswer(call), ...shortAnswer(call)];
  return [];
}

const REACHED = ['appointment_set', 'sale_made', 'next_step_agreed'];

/** Who was in a hurry and agreed to a step all the same cost nobody anything. */
function atBeginning(call: CallFacts, indicator: string): Loss[] {
  if (call.outcomes.some((outcome) => REACHED.includes(outcome))) return [];
  const words =
    indicator === 'asked_permission' ? IS_BUSY : indicator === 'stated_purpose' ? ASKS_WHY : ASKS_WHO;
  return exchangesOf(call, 'beginning').flatMap((one) => {
    if (one.after === null || !words.test(one.after) || welcomes(one.after)) return [];
    const name = contactOf(call);
    const text = sentence(
      `You ${beginsWith(one)} ${quotedWithin(agentsWords(call, one))}, and ${name} answered ${quoted({ quote: one.after })}`,
    );
    const why =
      indicator === 'asked_permission'
        ? permissionFirst[variantOf(call.user_id, permissionFirst.length)]
        : whyFirst[indicator];
    return [{ call, text: `${text} ${why}`, quote: agentsWords(call, one) }];
  });
}

/** Later than in the first turn of the agent the contact has said who they are. */
export function beginsWith({ segment_index }: Pick<Quote, 'segment_index'>): string {
  return segment_index <= 1 ? 'began with' : 'went on after hello with';
}

/** `You must have some idea.`, and not the answer to a question that the agent asked instead. */
const ASKS_AGAIN =
  /\?$|\b(?:but|must|idea|ballpark|rough(?:ly)?|just (?:tell|say)|tell me|say (?:call|forget)|prices?|costs?|how much|numbers?|figures?|know)\b/i;

function afterDodge(call: CallFacts): Loss[] {
  return exchangesOf(call, 'dodged_price').flatMap((one) => {
    if (one.after === null || welcomes(one.after) || !ASKS_AGAIN.test(one.after)) return [];
    const next = one.turns?.[1];
    const again = next?.role === 'agent' && REFUSES_AGAIN.test(next.text);
    const said = `After that ${contactOf(call)} said`;
    const text = again
      ? sentence(
          `${said} ${quotedWithin({ quote: one.after })}, and you said ${quoted({ quote: firstOf(next.text) })}`,
        )
      : sentence(`${said} ${quoted({ quote: one.after })}`);
    return [{ call, text, quote: agentsWords(call, one), isAddition: true }];
  });
}

/** `I do, but I'd rather tell you the right one.` */
const REFUSES_AGAIN =
  /\b(?:rather|can['’]t say|depends|don['’]t want to|wouldn['’]t want to|hard to say|have to (?:see|look|measure)|not (?:before|until))\b/i;

function firstOf(text: string): string {
  return text.split(BETWEEN_SENTENCES)[0] ?? text;
}

/** An objection that stood after the answer to it, or was followed by another. */
function afterObjection(call: CallFacts): Loss[] {
  return call.objections.filter(isWorthAnswering).flatMap(({ quote }) => {
    const after = saidAfter(call, quote);
    const reply = replyIn(call, quote);
    if (after === null || reply === null || asks(reply) || !pushesBack(after)) return [];
    const then = `you went on with ${quotedWithin(reply)}, and what came back was ${quoted({ quote: after })}`;
    return [{ call, text: sentence(`${contactOf(call)} said ${quotedWithin(quote)}, ${then}`), quote }];
  });
}

/** `Yes, I'd like that` and `How long does it take?` settle it or go on. */
export function pushesBack(after: string): boolean {
  return !welcomes(after) && !/\?$/.test(after.trim()) && STANDS.test(after);
}

/** A question that the contact could not answer. */
function unknownAnswer(call: CallFacts): Loss[] {
  return exchangesOf(call, 'unknown_answer').map((one) => ({
    call,
    text: sentence(
      `You asked ${contactOf(call)} ${quoted(agentsWords(call, one))} and heard ${quoted({ quote: one.after ?? '' })}`,
    ),
    quote: agentsWords(call, one),
  }));
}

/** `I do mind.` is another matter. */
const IS_SHORT =
  /^(?:(?:oh|um|uh|well|mm),? )?(?:yes|yeah|yep|yup|aye|no|nope|nah|sure|sometimes|not (?:really|yet|much)|i (?:do|did|have|am|guess|think)(?: so| not)?|it (?:is|does|did))(?:[.,!]|$)(?!.*\bmind\b)/i;

/** A question that got a word or two. */
function shortAnswer(call: CallFacts): Loss[] {
  const short = exchangesOf(call, 'short_answer').filter(({ after }) => IS_SHORT.test(after ?? ''));
  return short.map((one) => ({
    call,
    text: `${sentence(`You asked ${contactOf(call)} ${quoted(agentsWords(call, one))} and got no more than ${quoted({ quote: one.after ?? '' })}`)} A “what” or a “how” gets the story.`,
    quote: agentsWords(call, one),
  }));
}

const SHARES = /\b(?:my|our) (husband|wife|partner|boss|board)\b/i;
/** What a son or a sister says may be nothing but talk. */
const DECIDES =
  /\b(?:my|our) (\w+)\b[^.?!]{0,20}\b(?:decides?|handles?|has to|needs? to|wants? to (?:see|know)|(?:won|isn|wouldn)['’]t)\b/i;
/** `I'd sooner sell my son.`, `But I do as I like.` */
const MAKES_LIGHT =
  /\bi(?:['’]d| would) (?:sooner|rather)\b|\bbut (?:i|it['’]s my)\b|\b(?:kidding|joking|never mind|up to me|ha)\b|\bmy (?:own )?(?:money|decision|business)\b/i;

/** Who was named as having a say, and never asked about. */
export function leftOut(call: CallFacts): Loss[] {
  return exchangesOf(call, 'decider_left_out').flatMap(({ before, ...one }) => {
    const [, who] = SHARES.exec(before ?? '') ?? DECIDES.exec(before ?? '') ?? [];
    // Words that were cut could turn the sense of those before them.
    if (who === undefined || before === null || MAKES_LIGHT.test(before) || isTooLong(before)) return [];
    const said = `${contactOf(call)} spoke of a ${who}: ${sentence(quoted({ quote: before }))}`;
    const quote = agentsWords(call, { ...one, before });
    const step = `You proposed ${quotedWithin(quote)} without a word about the ${who}.`;
    return [{ call, text: `${said} ${step}`, quote }];
  });
}

/** Where it showed in an earlier call alone. */
export function onDay({ call, text }: Loss): string {
  return `What that can cost showed on ${dayName(call.occurred_at)}: ${text.replace(/^You\b/, 'you')}`;
}
