import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import type { CallFacts } from '../facts/call-facts.ts';
import { firstWords } from '../facts/first-words.ts';
import { isReply, lineOf } from '../facts/lines-to-say.ts';
import { occasionIn } from '../facts/occasion-in.ts';
import {
  type CriterionSummary,
  callsMissing,
  LEAST_CALLS,
  LEAST_COST,
  nameOf,
  STRONG,
  shareIn,
} from '../facts/summarize-criteria.ts';
import { missedIn } from '../facts/telling-quotes.ts';
import { contactOf, counted, dayName, listed, NAMELESS_CONTACT, withContacts } from '../facts/wording.ts';
import type { Focus } from './agenda-focus.ts';
import { momentOf } from './agenda-questions.ts';
import { doneIn } from './done-in.ts';
import { example } from './improvement-example.ts';
import { type Loss, onDay } from './what-it-cost.ts';

/** Share of the points of a call to go back to. */
const LOW = 0.5;

/** `named`: of the calls that its title names, which nothing else of it may tell of. */
export type Improvement = AgendaContent['improvements'][number] & {
  readonly named?: AgendaContent['improvements'][number]['moments'];
};

/** @param withLine Whether it tells what to say, which the drill does for the first. */
export function pointsImprovement({ criterion, calls, since, loss }: Focus, withLine: boolean): Improvement {
  const { id, title, points, potential, share, missing, cost } = criterion;
  const missed = missedIn(calls, criterion);
  // What the contact told is where listening and asking are worth most.
  const found =
    missed.length > 0 || !isReply(missing[0]?.indicator) ? undefined : occasionIn(calls, criterion);
  const isLow = found?.call.criteria.some((own) => own.id === id && own.share < LOW) === true;
  const occasion = isLow ? found : undefined;
  const well =
    since !== undefined
      ? `${since}, you`
      : share < STRONG && cost < LEAST_COST
        ? 'It weighs little in the rating: you'
        : 'You';
  const isCounted = criterion.calls >= LEAST_CALLS && share < 1;
  const got = isCounted ? [`${well} got ${shareIn(calls, share, criterion.calls)}.`] : [];
  const shown = missed.slice(0, 2);
  const { text, told, call } = example(calls, criterion, { missed: shown[0], occasion, loss });
  // The title says what was missing first, and in which call.
  const [first, second] = missing;
  const heard =
    second === undefined || isSaid(second.indicator, text) ? [] : alsoMissed(calls, { id, ...second });
  const all = first === undefined ? [] : doneIn(calls, first.indicator, id).missed;
  const lacking = all.includes(call) ? all : [...all, call];
  // The one that is told is among those that are named.
  const inTitle = [...lacking.filter((one) => one !== call).slice(1 - MOST_IN_TITLE), call].toSorted((a, b) =>
    a.occurred_at.localeCompare(b.occurred_at),
  );
  const others = lacking.length > inTitle.length ? ', among others' : '';
  const where = withContacts(inTitle);
  const named = missing.length === 0 ? `: the call ${where}` : ` (missing ${where}${others})`;
  // One call tells it better than its share of the points.
  const isOnce =
    loss?.call === call && loss.isAddition !== true && missed.length === 0 && (first?.calls ?? 0) <= 1;
  const isOfAnother = loss !== undefined && loss.call !== call;
  const then = isOfAnother && loss.isAddition !== true ? [onDay(loss)] : [];
  const own = isOnce ? [loss.text] : [...got, isOfAnother ? text : withLossOf(text, loss), ...heard, ...then];
  const said = own.filter((one) => one !== '').join(' ');
  return {
    ...{ criterion_id: id, criterion: title, title: `${nameOf(criterion)}${named}` },
    text: [said, ...(withLine || said === '' ? lineToSay(criterion, text, call) : [])].join(' ').trim(),
    // Not rounded: what is compared later is a share of them.
    figures: { points, potential, calls: criterion.calls },
    // Of every call with words in the text: they go when the call is erased.
    moments: [...(shown.length > 0 ? shown : told), ...(loss === undefined ? [] : [loss])].map(
      ({ call, quote }) => momentOf(call, quote),
    ),
    named: inTitle.flatMap((one) => firstWords(one).map((quote) => momentOf(one, quote))),
  };
}

/** `You presented it before you had asked` says that no question came first. */
function isSaid(indicator: string, text: string): boolean {
  return indicator === 'asked_first' && /\bbefore you (?:had )?asked\b/.test(text);
}

const MOST_IN_TITLE = 3;
const MOST_NAMED = 2;

/** `Also missing: your name, with Tom on 11 November.` */
function alsoMissed(
  calls: readonly CallFacts[],
  { id, indicator, phrase }: { id: string; indicator: string; phrase: string },
): string[] {
  const told = callsMissing(calls, id, indicator);
  const isTold = (call: CallFacts) => indicator !== 'asked_permission' || told.includes(call);
  const others = doneIn(calls, indicator, id).missed.filter(isTold);
  const named = others.slice(-MOST_NAMED).toReversed();
  const more = others.length - named.length;
  if (named.length === 0) return [];
  const where = listed([
    ...named.map((call) =>
      contactOf(call) === NAMELESS_CONTACT
        ? `in the call of ${dayName(call.occurred_at)}`
        : `with ${contactOf(call)} on ${dayName(call.occurred_at)}`,
    ),
    ...(more === 0 ? [] : [`in ${counted(more, 'more call')}`]),
  ]);
  return [`Also missing: ${phrase}, ${where}.`];
}

/** What the contact said comes before the advice: `Samuel asked and got "…". After that Samuel said “…” Give a range.` */
function withLossOf(text: string, loss: Loss | undefined): string {
  if (loss === undefined) return text;
  if (loss.isAddition !== true) return text === '' || /^In th\w+ call\b/.test(text) ? loss.text : text;
  const [, told, advice] = /^(.*?["”][.?!]?\.?) ((?:Give|Say|Ask|Leave|Name)\b.*)$/s.exec(text) ?? [];
  return told === undefined ? `${text} ${loss.text}` : `${told} ${loss.text} ${advice}`;
}

/** In place of what was missed; advice has one of its own. */
function lineToSay({ missing }: CriterionSummary, text: string, { user_id }: CallFacts): string[] {
  const indicator = missing[0]?.indicator;
  if (indicator === undefined || /\b(?:Say|Ask first|Give|Leave out)\b/.test(text)) return [];
  return [`You could say: “${lineOf(indicator, user_id)}”`];
}
