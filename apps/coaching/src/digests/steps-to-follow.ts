import { asksFor } from '../agendas/promise-candidates.ts';
import { LEAVES_A_STEP } from '../agendas/question-candidates.ts';
import type { ArrangedTurn, Exchange } from '../engines/findings/speech/speech.ts';
import type { CallFacts, Quote } from '../facts/call-facts.ts';
import {
  agentsWords,
  agreementIn,
  exchangesOf,
  isEcho,
  settledBy,
  turnsDown,
  untilItsTurn,
} from '../facts/exchanges-of.ts';
import { isTakenBack, withWhatItMeans } from '../facts/in-its-turn.ts';
import { namesDayOf, namesTime, takes } from '../facts/plainly-agreed.ts';
import { asks, isParticular, isTelling, isWhole } from '../facts/readable-quotes.ts';
import { endedWith, hasCondition, lastQuestionIn } from '../facts/said-next.ts';
import type { Told } from '../facts/telling-quotes.ts';
import {
  capitalized,
  contactOf,
  dayName,
  firstName,
  listed,
  NAMELESS_CONTACT,
  quoted,
  quotedWithin,
  sentence,
  timeNamed,
} from '../facts/wording.ts';
import { byHowItReads, withOwed } from './owed-beside.ts';

interface StepToFollow {
  readonly user_id: string;
  readonly detail: string;
  readonly told: Told;
}

/** A list that nobody reads to its end follows up nothing. */
const MOST = 20;
/** After these something may be left as well: it has to be said in so many words. */
const MAY_LEAVE_ONE = new Set(['sale_made', 'unclear']);
/** After these it is what the agent has promised. */
const MAY_OWE = new Set(['sale_made', 'left_voicemail', 'gatekeeper']);

/**
 * What the latest calls left to be done, the soonest day first: the time that stood, else the words in which the two settled it,
 * else those that tell it; and what was promised beside.
 */
export function stepsToFollow(
  calls: readonly CallFacts[],
  names: ReadonlyMap<string, string>,
): StepToFollow[] {
  return calls
    .flatMap((call) => {
      const agent = firstName(names.get(call.user_id) ?? call.agent);
      const step = stepOf(call, agent);
      return step === undefined ? [] : [{ call, agent, step }];
    })
    .slice(-MOST)
    .map(({ call, agent, step }) => ({ call, step, detail: withOwed(call, agent, step.text) }))
    .sort((a, b) => dateOf(a.step).localeCompare(dateOf(b.step)))
    .map(({ call, step, detail }) => ({
      user_id: call.user_id,
      detail,
      told: { call, quote: step.quote, claim: 'What is to be followed up' },
    }));
}

function dateOf({ date }: Step): string {
  return date ?? LATEST;
}
const LATEST = '9999';

function stepOf(call: CallFacts, agent: string): Step | undefined {
  const leaves = (codes: ReadonlySet<string>) => call.outcomes.some((outcome) => codes.has(outcome));
  if (leaves(LEAVES_A_STEP))
    return (
      settledIn(call, agent) ??
      (call.doubted == null ? arrangedIn(call, agent) : openEnd(call, agent)) ??
      agreedIn(call, agent) ??
      saidIn(call, agent) ??
      promisedIn(call, agent)
    );
  const said = leaves(MAY_LEAVE_ONE)
    ? (settledIn(call, agent) ??
      openEnd(call, agent) ??
      agreedIn(call, agent) ??
      closedWith(call, agent) ??
      askedOf(call, agent))
    : undefined;
  return said ?? (leaves(MAY_OWE) ? promisedIn(call, agent) : undefined);
}

interface Step {
  readonly quote: Quote;
  readonly text: string;
  /** Of the day that it is for, where that is known. */
  readonly date?: string | undefined;
}

/** A time that stood, with the words in which it was proposed. */
function settledIn(call: CallFacts, agent: string): Step | undefined {
  const time = call.agreed == null ? null : timeNamed(call.agreed, call.agreed_at);
  const quote = wordsOf(call);
  if (time === null || quote === undefined) return undefined;
  const text = `${between(call, agent)}: they settled on ${time}`;
  const date = call.agreed_at?.slice(0, 10);
  const proposal = exchangesOf(call, 'proposal').findLast(
    ({ text }) => namesTime(text, call.agreed ?? '') || MEETS.test(text),
  );
  if (proposal === undefined) return { quote, text, date };
  const own = agentsWords(call, proposal);
  return { quote, text: `${text}, after ${agent} had ${asks(own) ? 'asked' : 'said'} ${quoted(own)}`, date };
}

const MEETS =
  /\b(?:come|meet|call|ring|visit|see (?:you|it|us)|show|measure|have a look|demo|test|trial|lesson)\b/i;

/** How they settled it, turn by turn: nothing that is left out could turn it. */
function arrangedIn(call: CallFacts, agent: string): Step | undefined {
  const [found] = exchangesOf(call, 'arrangement');
  if (found === undefined || !isOfTime(found, call.doubted ?? null)) return undefined;
  const turns = withoutRest(found.turns ?? []).map((one) => ({ ...one, text: fromASentence(one.text) }));
  const days = (found.days ?? []).filter(({ day }) => namesDay(turns, day));
  // One that says who calls when needs no answer.
  if (turns.length < 2 && !(turns[0]?.role === 'agent' && days.length > 0)) return undefined;
  const told = turns.map(({ role, text }, index) => {
    const who = role === 'agent' ? agent : contactOf(call);
    const words = index < turns.length - 1 ? quotedWithin({ quote: text }) : quoted({ quote: text });
    return `${who}${index === 0 ? ' said' : ''} ${words}`;
  });
  const named = days.map(({ day, date }, index) => `${day}${index === 0 ? ' is' : ''} ${dayName(date)}`);
  const when = named.length === 0 ? '' : ` ${sentence(capitalized(listed(named)))}`;
  const purpose =
    found.before === null
      ? ''
      : ` ${sentence(`Before that ${agent} had said what it is for: ${quoted({ quote: found.before })}`)}`;
  const text = `${sentence(`${between(call, agent)}: ${listed(told)}`)}${when}${purpose}`;
  const speaker = turns[0]?.role === 'contact' ? call.contact || NAMELESS_CONTACT : call.agent;
  return { quote: { ...agentsWords(call, found), speaker }, text, date: days.at(-1)?.date };
}

/** Words about another day tell nothing of a time that is in doubt. */
function isOfTime({ turns = [] }: Exchange, doubted: string | null): boolean {
  return doubted === null || turns.some(({ text }) => namesDayOf(text, doubted));
}

/** Where nobody knows how a call ended, unless its last words turned it down. */
function openEnd(call: CallFacts, agent: string): Step | undefined {
  const turns = withoutRest(exchangesOf(call, 'arrangement')[0]?.turns ?? []);
  const last = turns.findLast(({ role }) => role === 'contact');
  const isAnswered = turns.at(-1)?.role === 'agent' && call.doubted == null;
  return last === undefined || turnsDown(last.text, isAnswered) ? undefined : arrangedIn(call, agent);
}

function namesDay(turns: readonly ArrangedTurn[], day: string): boolean {
  return turns.some(({ text }) => text.toLowerCase().includes(day.toLowerCase()));
}

/** Without an end that settles nothing: `Okay. I'm going back to bed.` */
function withoutRest(turns: readonly ArrangedTurn[]): readonly ArrangedTurn[] {
  const [last, before] = [turns.at(-1), turns.at(-2)];
  if (last === undefined || before === undefined) return turns;
  const isAsked =
    before.text.endsWith('?') &&
    !(IS_CLERICAL.test(lastQuestionIn(before.text)) && !SAYS_WHEN.test(last.text));
  const answers = isAsked || agreementIn(last.text) !== null || SAYS_WHEN.test(last.text);
  return answers ? turns : turns.slice(0, -1);
}
/** `So what's the card?` */
const IS_CLERICAL = /\b(?:card|deposit|licen[cs]e|e-?mail|address|number|name|spell)\b/i;
const SAYS_WHEN =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|today|minutes?|hours?|i(?:['’]ll| will)|you(?:['’]ll| will) (?:have|get))\b/i;

/** A step that the contact agreed to. */
function agreedIn(call: CallFacts, agent: string): Step | undefined {
  const who = between(call, agent);
  const step = settledBy(call);
  if (step === null) return undefined;
  const own = agentsWords(call, step.proposal);
  const said = isEcho(own.quote, step.after) ? 'agreed' : `said ${quoted({ quote: step.after })}`;
  return {
    quote: own,
    text: `${who}: ${agent} proposed ${quotedWithin(own)}, and ${contactOf(call)} ${said}`,
  };
}

function saidIn(call: CallFacts, agent: string): Step | undefined {
  const quote = wordsOf(call);
  if (quote === undefined || !(isWhole(quote) || isParticular(quote))) return undefined;
  if (call.doubted != null && !takes(quote.quote, call.doubted)) return undefined;
  const speaker = quote.speaker === call.agent ? agent : contactOf(call);
  const condition = hasCondition(quote) ? ', with a condition' : '';
  return { quote, text: `${between(call, agent)}${condition}: ${speaker} said ${quoted(quote)}` };
}

function promisedIn(call: CallFacts, agent: string): Step | undefined {
  const [quote] = call.promises
    .flatMap(({ quotes }) => quotes)
    .filter((one) => one.speaker === call.agent && isTelling(one) && !isTakenBack(call, one))
    .map((one) => withWhatItMeans(call, one))
    .toSorted(byHowItReads);
  if (quote === undefined) return undefined;
  return { quote, text: `${between(call, agent)}: ${agent} said ${quoted(quote)}` };
}

/** `I'll see you Sunday, Grace.`, after a proposal. */
function closedWith(call: CallFacts, agent: string): Step | undefined {
  const last = exchangesOf(call, 'proposal').at(-1);
  const own = last === undefined ? undefined : agentsWords(call, last);
  const close = own === undefined ? undefined : endedWith(call, own);
  if (own === undefined || close === undefined) return undefined;
  return {
    quote: own,
    text: `${between(call, agent)}: ${agent} proposed ${quotedWithin(own)}, and ended with ${quoted(close)}`,
  };
}

function askedOf(call: CallFacts, agent: string): Step | undefined {
  const quote = call.promises
    .flatMap(({ quotes }) => quotes)
    .find((one) => one.speaker !== call.agent && asksFor(one));
  if (quote === undefined) return undefined;
  return { quote, text: `${between(call, agent)}: ${contactOf(call)} said ${quoted(quote)}` };
}

/** `on the measurements, so. Okay. Tomorrow, seven o'clock`: who was interrupted goes on within a sentence. */
function fromASentence(text: string): string {
  const [, rest] = /^\p{Ll}[^.?!]*[.?!] (?:(?:okay|right|so|well)[.,] )?(\p{Lu}.*)$/su.exec(text) ?? [];
  return rest !== undefined && SAYS_WHEN.test(rest) ? rest : text;
}

function between(call: CallFacts, agent: string): string {
  if (contactOf(call) === NAMELESS_CONTACT)
    return `${agent} with whoever answered on ${dayName(call.occurred_at)}`;
  return `${agent} and ${contactOf(call)} on ${dayName(call.occurred_at)}`;
}

/** What a call ended with, in the contact's words where there are any. */
function wordsOf(call: CallFacts): Quote | undefined {
  const { agent, outcomeQuotes } = call;
  const ofContact = outcomeQuotes.filter(({ speaker }) => speaker !== agent);
  const quote = ofContact.find(isWhole) ?? ofContact[0] ?? outcomeQuotes[0];
  return quote === undefined ? undefined : untilItsTurn(call, quote);
}
