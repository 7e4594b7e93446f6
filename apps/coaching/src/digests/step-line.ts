import { asksFor } from '../agendas/promise-candidates.ts';
import { LEAVES_A_STEP } from '../agendas/question-candidates.ts';
import type { CallFacts } from '../facts/call-facts.ts';
import type { Quote } from '../facts/criterion-of-call.ts';
import { agentsWords, exchangesOf, turnsDown } from '../facts/exchanges-of.ts';
import { namesDayOf, takes } from '../facts/plainly-agreed.ts';
import { isUnderstood } from '../facts/readable-quotes.ts';
import { endedWith } from '../facts/said-next.ts';
import { namesClock } from '../facts/settled-time.ts';
import { contactOf, quoted, sentence } from '../facts/wording.ts';
import { between, dateIn, dayOf, owedIn, type Step, wordsOf } from './step-words.ts';
import { tasksBeside } from './tasks-beside.ts';

/** The one line that names the day or the step, where it is understood alone: a statement before a question, the last first. */
export function lineIn(call: CallFacts, agent: string, until: string): Step | undefined {
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
  const text = `${between(call, agent)}: ${speaker} said ${quoted(quote)}${dayOf(call, quote, until)}`;
  return {
    quote: placed(call, quote),
    text: `${sentence(text)}${owedIn(call, agent, { hasTime: false, isOver: false })}`,
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
