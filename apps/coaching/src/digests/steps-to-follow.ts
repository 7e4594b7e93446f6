import { asksFor } from '../agendas/promise-candidates.ts';
import { LEAVES_A_STEP } from '../agendas/question-candidates.ts';
import type { Exchange } from '../engines/findings/speech/speech.ts';
import type { CallFacts, Quote } from '../facts/call-facts.ts';
import { agentsWords, exchangesOf, turnsDown, untilItsTurn } from '../facts/exchanges-of.ts';
import { namesDayOf, takes } from '../facts/plainly-agreed.ts';
import { isUnderstood, isWhole } from '../facts/readable-quotes.ts';
import { endedWith, hasCondition } from '../facts/said-next.ts';
import type { Told } from '../facts/telling-quotes.ts';
import {
  capitalized,
  contactOf,
  dayName,
  firstName,
  listed,
  NAMELESS_CONTACT,
  quoted,
  sentence,
  timeNamed,
} from '../facts/wording.ts';
import { namesClock, type Settled, settledTime } from './settled-time.ts';
import { whoMeets } from './step-sentence.ts';
import { hourOf, stepTask, tasksBeside } from './tasks-beside.ts';

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
 * What the latest calls left to be done, the soonest day first: who does what and when, in our own words, as far as the two were
 * plain about it; else the one line that tells it, where that is understood alone.
 */
export function stepsToFollow(
  calls: readonly CallFacts[],
  names: ReadonlyMap<string, string>,
): StepToFollow[] {
  return calls
    .flatMap((call) => {
      const agent = firstName(names.get(call.user_id) ?? call.agent);
      const step = stepOf(call, agent);
      return step === undefined ? [] : [{ call, step }];
    })
    .slice(-MOST)
    .sort((a, b) => dateOf(a.step).localeCompare(dateOf(b.step)))
    .map(({ call, step }) => ({
      user_id: call.user_id,
      detail: step.text,
      told: { call, quote: step.quote, claim: 'What is to be followed up' },
    }));
}

const dateOf = ({ date }: Step): string => date ?? LATEST;
const LATEST = '9999';

interface Step {
  readonly quote: Quote;
  readonly text: string;
  /** Of the day that it is for, where that is known. */
  readonly date?: string | undefined;
}

function stepOf(call: CallFacts, agent: string): Step | undefined {
  const leaves = (codes: ReadonlySet<string>) => call.outcomes.some((outcome) => codes.has(outcome));
  const step =
    leaves(LEAVES_A_STEP) || leaves(MAY_LEAVE_ONE)
      ? (conditionIn(call, agent) ??
        settledIn(call, agent) ??
        (stepTask(call) === undefined ? lineIn(call, agent) : tasksOf(call, agent)))
      : undefined;
  return step ?? (leaves(LEAVES_A_STEP) || leaves(MAY_OWE) ? tasksOf(call, agent) : undefined);
}

/** A time that stood: who does what then, what it is about, and what was promised beside. */
function settledIn(call: CallFacts, agent: string): Step | undefined {
  const [arranged] = exchangesOf(call, 'arrangement');
  const stood: Settled | null =
    call.agreed == null
      ? arranged === undefined
        ? null
        : settledTime(arranged)
      : {
          time: timeNamed(call.agreed, call.agreed_at),
          ...(call.agreed_at == null ? {} : { date: call.agreed_at.slice(0, 10) }),
        };
  const quote = call.agreed == null && arranged !== undefined ? firstWords(call, arranged) : wordsOf(call);
  if (stood === null || quote === undefined) return undefined;
  const purpose = call.about == null && arranged?.before != null ? purposeIn(arranged.before) : null;
  const what =
    purpose === null ? '' : ` What it is for, as ${agent} said: ${sentence(quoted({ quote: purpose }))}`;
  const task = stepTask(call);
  const hour = task === undefined || / at /.test(stood.time) ? undefined : hourOf(task);
  const time = hour === undefined ? stood.time : `${stood.time} at ${hour}`;
  const step = `${capitalized(time)}: ${whoMeets(call, agent)}.`;
  return { quote, text: `${step}${what}${owedIn(call, agent, true)}`, date: stood.date };
}

/** Of whoever said them. */
function firstWords(call: CallFacts, arranged: Exchange): Quote {
  const isContact = arranged.turns?.[0]?.role === 'contact';
  return {
    ...agentsWords(call, arranged),
    ...(isContact ? { speaker: call.contact || NAMELESS_CONTACT } : {}),
  };
}

/** `Somebody comes and measures`, without the `, and if it's over eight I'll tell you` after it. */
function purposeIn(before: string): string | null {
  const [clause = ''] = before.split(/,? (?:and|but|so) (?=if\b|when\b|then\b|I\b|we\b|you\b)|[;?!]/);
  const own = clause.trim().replace(/[,.]$/, '');
  const words = own.split(/\s+/).length;
  return words >= PURPOSE.least && words <= PURPOSE.most && /^(?!(?:But|And|So)\b)\p{Lu}/u.test(own)
    ? own
    : null;
}
const PURPOSE = { least: 3, most: 12 };

/** `Let me call the insurance on Monday, and if they say yes I'm in.`: the contact's own next step hangs on it. */
function conditionIn(call: CallFacts, agent: string): Step | undefined {
  const turns = exchangesOf(call, 'arrangement')[0]?.turns ?? [];
  const quote = wordsOf(call);
  if (call.agreed != null || !call.outcomes.includes('next_step_agreed')) return undefined;
  if (quote === undefined || quote.speaker === call.agent) return undefined;
  if (!hasCondition(quote) || !isUnderstood(call, quote)) return undefined;
  const rings = turns.some(({ role, text }) => role === 'contact' && RINGS_BACK.test(text));
  const next = rings ? ` ${contactOf(call)} is to call ${agent}.` : '';
  const text = `${between(call, agent)}, with a condition: ${contactOf(call)} said ${quoted(quote)}${dayOf(call, quote)}${next}`;
  return { quote, text: `${text}${owedIn(call, agent, true)}`, date: dateIn(call, quote) };
}
const RINGS_BACK = /\bI(?:['’]ll| will) (?:call|ring|phone)\b/i;

/** The one line that names the day or the step, where it is understood alone: a statement before a question, the last first. */
function lineIn(call: CallFacts, agent: string): Step | undefined {
  const isKnown = call.doubted == null;
  const turns = exchangesOf(call, 'arrangement').flatMap((one) => one.turns ?? []);
  const end = turns.at(-1);
  if (end?.role === 'contact' && turnsDown(end.text, false)) return undefined;
  const ofTurns = turns.map(
    ({ role, text, segment_index }): Quote => ({
      ...{ segment_index, quote: text, start_time: 0 },
      speaker: role === 'agent' ? call.agent : call.contact,
    }),
  );
  const timed = ofTurns
    .filter(({ quote }) => (isKnown ? SAYS_WHEN.test(quote) : namesDayOf(quote, call.doubted ?? '')))
    // Where nobody knows how the call ended, the agent's own words alone.
    .filter(({ quote, speaker }) => SETTLES.test(quote) && (leavesStep(call) || speaker === call.agent))
    .filter(({ quote }) => !SETTLES_NOT.test(quote));
  const close = isKnown ? closeOf(call) : undefined;
  const words = wordsOf(call);
  const isTaken = isKnown || (words !== undefined && takes(words.quote, call.doubted ?? ''));
  const lines = [
    ...timed.toReversed(),
    ...(close === undefined ? [] : [close]),
    ...(words !== undefined && isTaken && leavesStep(call) ? [words] : []),
    ...call.promises.flatMap(({ quotes }) =>
      quotes.filter((one) => one.speaker !== call.agent && asksFor(one)),
    ),
  ].filter((one) => isUnderstood(call, one));
  const quote = lines.find(({ quote }) => !quote.includes('?') && !namesHourAlone(quote));
  const isTask = call.promises.some(({ quotes }) => quotes.some((one) => quote?.quote.includes(one.quote)));
  if (quote === undefined || (isTask && tasksBeside(call, { hasTime: false }).length > 0)) return undefined;
  const speaker = quote.speaker === call.agent ? agent : contactOf(call);
  const text = `${between(call, agent)}: ${speaker} said ${quoted(quote)}${dayOf(call, quote)}`;
  return {
    quote: placed(call, quote),
    text: `${sentence(text)}${owedIn(call, agent, false)}`,
    date: dateIn(call, quote),
  };
}
const SAYS_WHEN = /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|next week)\b/i;
/** `We were there on Saturday` settles nothing. */
const SETTLES =
  /\b(?:I(?:['’]ll| will|['’]m)|we(?:['’]ll| will)|let me|let['’]s|call|ring|come|see you|works?|fine|okay|then|at)\b/i;
const SETTLES_NOT = /n['’]t\b|\bwas going to\b|\bnever mind\b/i;

/** `Two-fifteen, then, put us down.`: nobody knows of which day. */
function namesHourAlone(quote: string): boolean {
  return !SAYS_WHEN.test(quote) && namesClock(quote);
}

function leavesStep({ outcomes }: CallFacts): boolean {
  return outcomes.some((outcome) => LEAVES_A_STEP.has(outcome));
}

/** `I'll see you Sunday, Grace.`, after a proposal. */
function closeOf(call: CallFacts): Quote | undefined {
  const last = exchangesOf(call, 'proposal').at(-1);
  return last === undefined ? undefined : endedWith(call, agentsWords(call, last));
}

/** With the second at which it was said, where that is kept. */
function placed({ exchanges = [] }: CallFacts, quote: Quote): Quote {
  const start_time = exchanges.find((one) => one.segment_index === quote.segment_index)?.start_time;
  return quote.start_time === 0 && start_time !== undefined ? { ...quote, start_time } : quote;
}

/** `Monday is 16 November.` */
function dayOf(call: CallFacts, { quote }: Quote): string {
  const days = daysIn(call, quote);
  const named = days.map(({ day, date }, index) => `${day}${index === 0 ? ' is' : ''} ${dayName(date)}`);
  return named.length === 0 ? '' : ` ${sentence(capitalized(listed(named)))}`;
}

function dateIn(call: CallFacts, { quote }: Quote): string | undefined {
  return daysIn(call, quote).at(-1)?.date;
}

function daysIn(call: CallFacts, quote: string) {
  return exchangesOf(call, 'arrangement')
    .flatMap(({ days = [] }) => days)
    .filter(({ day }) => quote.toLowerCase().includes(day.toLowerCase()));
}

/** What the agent promised, where nothing else is known of a step. */
function tasksOf(call: CallFacts, agent: string): Step | undefined {
  const quote = call.promises.flatMap(({ quotes }) => quotes)[0];
  const tasks = tasksBeside(call, { hasTime: false });
  if (quote === undefined || tasks.length === 0) return undefined;
  const date = call.promises.find((one) => one.date !== undefined)?.date;
  return { quote, text: `${between(call, agent)}: ${agent} is to ${listed(tasks)}.`, date };
}

function owedIn(call: CallFacts, agent: string, hasTime: boolean): string {
  const tasks = tasksBeside(call, { hasTime });
  return tasks.length === 0 ? '' : ` ${agent} is to ${listed(tasks)}.`;
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
