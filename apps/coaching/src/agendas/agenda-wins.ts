import type { AgendaContent, Moment } from '@debrief/contracts/resources/agenda-content';
import { thanksIn, welcomes } from '../engines/findings/welcomes.ts';
import { type CallFacts, criterionFor } from '../facts/call-facts.ts';
import { handling } from '../facts/criterion-of-call.ts';
import { agentsWords, exchangesOf, isToImprove, saidAfter } from '../facts/exchanges-of.ts';
import { isPoorExample } from '../facts/is-poor-example.ts';
import {
  asks,
  isCut,
  isHalting,
  isTelling,
  isWhole,
  objects,
  onlyConfirms,
} from '../facts/readable-quotes.ts';
import { answeredWith, askedOn, lastQuestionIn } from '../facts/said-next.ts';
import {
  type CriterionSummary,
  earnedIn,
  heardIn,
  isCourtesy,
  strengthsOf,
} from '../facts/summarize-criteria.ts';
import { answersUnseen, isUnfair, type Shown, shownIn } from '../facts/telling-quotes.ts';
import { tellWonOver, wonOverIn } from '../facts/won-over.ts';
import {
  contactOf,
  dayName,
  isTooLong,
  quoted,
  quotedWithin,
  sentence,
  variantOf,
} from '../facts/wording.ts';
import { momentOf } from './agenda-questions.ts';
import { ended, reached, settled } from './step-wins.ts';
import { pushesBack } from './what-it-cost.ts';

type Win = AgendaContent['wins'][number];

const MOST = 3;
const FULL = 0.95;

/**
 * What went well, each with its words; at most one good moment of a call.
 * @param criteria Those that may be called a win: what is to be improved is not among them.
 * @param blamed Moments of what is to be improved.
 */
export function agendaWins(
  calls: readonly CallFacts[],
  criteria: readonly CriterionSummary[],
  blamed: readonly Moment[] = [],
): Win[] {
  const moments = calls.flatMap((call): Win[] => {
    const [best] = call.topMoments;
    if (best === undefined) return [];
    const text = `On ${dayName(call.occurred_at)}, in the call with ${contactOf(call)}: ${sentence(best.text.replace(/^At /, 'at '))}`;
    return [{ text, moments: best.quotes.map((quote) => momentOf(call, quote)) }];
  });
  const unfair = calls.filter(isUnfair).length;
  const strengths = strengthsOf(criteria).flatMap((criterion): Win[] => {
    const [shown] = shownIn(calls, criterion);
    // What an agent reached by pushing is praised by nobody.
    if (shown === undefined && 2 * unfair >= calls.length) return [];
    const got = earnedIn(calls, criterion, 'you', shown?.quote.did);
    if (shown === undefined)
      return got === ''
        ? []
        : [{ text: `${criterion.title}: ${got}.${heardIn(calls, criterion)}`, moments: [] }];
    const text = `${criterion.title}: ${got === '' ? '' : `${got}. For example, `}${shownTo(shown)}`;
    return [{ text: sentence(text), moments: [momentOf(shown.call, shown.quote)] }];
  });
  const isShown = ({ moments: shown }: Win) => shown.length > 0;
  const withWords = strengths.filter(isShown);
  const others = strengths.filter((win) => !isShown(win));
  const figures = strengthsOf(criteria).flatMap((criterion): Win[] => {
    const figure = shownIn(calls, criterion).length > 0 ? undefined : figureIn(calls, criterion);
    const got = earnedIn(calls, criterion, 'you');
    const text = `${criterion.title}: ${got === '' ? '' : `${got}. For example, `}${figure?.text}`;
    return figure === undefined ? [] : [{ ...figure, text }];
  });
  const wins = [
    ...won(calls).slice(-2),
    ...moments.slice(-2),
    ...answered(calls).slice(-1),
    ...withWords.slice(0, 1),
    ...ended(calls),
    ...settled(calls),
    ...takenUp(calls, criteria),
    ...withWords.slice(1),
    ...figures,
    // One example of a thing that was done well is enough.
    ...fullMarks(
      calls,
      criteria.filter(({ title }) => !withWords.some(({ text }) => text.startsWith(`${title}: `))),
    ),
  ];
  const told = ofDifferentCalls(distinct(wins, blamed)).slice(0, MOST);
  // What no words show is said where nothing else is.
  return told.length > 0 ? told : [...others, ...distinct(reached(calls), blamed)].slice(0, 1);
}

/** What was asked with what it brought, and what became of that; else the words alone. */
function shownTo({ call, quote }: Shown): string {
  const [name, day, answer] = [contactOf(call), dayName(call.occurred_at), answeredWith(call, quote)];
  if (answer === null) return `you ${asks(quote) ? 'asked' : 'said to'} ${name} on ${day}: ${quoted(quote)}`;
  const next = askedOn(call, quote);
  const heard = `you asked ${name} on ${day} ${quoted(quote)} and heard`;
  return next === null
    ? `${heard} ${quoted({ quote: answer })}`
    : `${heard} ${quotedWithin({ quote: answer })}, which you took up: ${quoted({ quote: next })}`;
}

/** A figure that was asked for, in the call that was remembered best. */
function figureIn(calls: readonly CallFacts[], { id, heard }: CriterionSummary): Win | undefined {
  if (!heard.includes('answered_price')) return undefined;
  return calls
    .toReversed()
    .filter((call) => !isUnfair(call) && call.criteria.some((one) => one.id === id && one.share >= FULL))
    .flatMap((call) =>
      exchangesOf(call, 'price').flatMap((one): Win[] => {
        const own = agentsWords(call, one);
        if (one.before === null || isTooLong(one.text) || !isTelling(own)) return [];
        const asked = `when ${contactOf(call)} asked on ${dayName(call.occurred_at)} ${quotedWithin({ quote: lastQuestionIn(one.before) })}`;
        return [
          {
            text: sentence(`${asked}, you said ${quoted(own)}`),
            moments: [momentOf(call, own)],
          },
        ];
      }),
    )[0];
}

/** Objections that were heard, answered and taken, also where meeting them is what is to be improved: it shows how. */
function won(calls: readonly CallFacts[]): Win[] {
  return calls
    .filter((call) => !isUnfair(call))
    .flatMap((call) => wonOverIn(call) ?? [])
    .map((one) => {
      const { call, objection, first, answer, taken } = one;
      const places = [objection, first, ...(answer === undefined ? [] : [answer]), taken];
      return { text: tellWonOver(one, 'you'), moments: places.map((quote) => momentOf(call, quote)) };
    });
}

/** Answers to objections that the contact took at once, or thanked for. */
function answered(calls: readonly CallFacts[]): Win[] {
  return calls.flatMap((call) =>
    call.objections.flatMap(({ quote, answer, reply = null }): Win[] => {
      const after = saidAfter(call, quote);
      const thanked = after !== null && welcomes(after) ? reply : null;
      const given = answer ?? thanked;
      if (given === null || !isTelling(given) || !isTelling(quote) || isUnfair(call)) return [];
      const name = contactOf(call);
      if (thanked === null && after !== null && (pushesBack(after) || asks({ quote: after }))) return [];
      const came = after === null ? null : thanked === null ? after : thanksIn(after);
      const isTold = came !== null && (thanked !== null || isWhole({ quote: came }));
      const taken = isTold ? `said ${quoted({ quote: came })}` : 'took it well';
      const text = sentence(
        `On ${dayName(call.occurred_at)} ${name} said ${quotedWithin(quote)}, you answered ${quotedWithin(given)}, and ${name} ${taken}`,
      );
      return [{ text, moments: [momentOf(call, quote), momentOf(call, given)] }];
    }),
  );
}

/** Objections that were asked about or acknowledged before they were answered, where that led on and is nobody's task. */
function takenUp(calls: readonly CallFacts[], criteria: readonly CriterionSummary[]): Win[] {
  const isOpen = (call: CallFacts) => criteria.some(({ id }) => id === criterionFor(call, handling)?.id);
  return calls
    .toReversed()
    .filter((call) => !isUnfair(call) && isOpen(call))
    .flatMap((call) =>
      call.objections.flatMap(({ quote, reply = null }): Win[] => {
        const after = saidAfter(call, quote);
        const earned = criterionFor(call, handling)?.quotes.find(
          (one) => one.speaker === call.agent && one.segment_index === reply?.segment_index,
        );
        if (reply === null || after === null || pushesBack(after) || !objects(quote)) return [];
        if (!isTelling(quote) || isCut(quote) || isToImprove(call, reply)) return [];
        const first =
          earned?.indicator === 'explored_objections' && asks(reply)
            ? 'You asked before you answered'
            : earned?.indicator === 'acknowledged_objections'
              ? 'You showed first that you had heard it'
              : null;
        if (first === null) return [];
        const name = contactOf(call);
        const said = `on ${dayName(call.occurred_at)} ${name} said ${quotedWithin(quote)}`;
        const text = `${first}: ${said}, you ${asks(reply) ? 'asked' : 'said'} ${quotedWithin(reply)}, and heard ${quoted({ quote: after })}`;
        return [{ text: sentence(text), moments: [momentOf(call, quote), momentOf(call, reply)] }];
      }),
    );
}

function fullMarks(calls: readonly CallFacts[], criteria: readonly CriterionSummary[]): Win[] {
  return calls
    .filter((call) => !isUnfair(call))
    .flatMap((call) =>
      call.criteria.flatMap(({ id, share, heard, quotes }): Win[] => {
        const quote = quotes.find(
          (one) =>
            one.speaker === call.agent &&
            isTelling(one) &&
            !isHalting(one) &&
            !onlyConfirms(one) &&
            !isCourtesy(one.indicator) &&
            !isPoorExample(call, one) &&
            !answersUnseen(one),
        );
        if (!criteria.some((one) => one.id === id)) return [];
        if (share < FULL || heard === null || quote === undefined) return [];
        const did = quote.did === undefined ? heard.replace(/^You /, 'you ') : `you ${quote.did}`;
        const [day, name] = [dayName(call.occurred_at), contactOf(call)];
        const texts = [
          `On ${day}, in the call with ${name}, ${did}: ${quoted(quote)}`,
          `With ${name} on ${day} ${did}: ${quoted(quote)}`,
        ];
        const text = sentence(texts[variantOf(call.user_id, texts.length)] ?? '');
        return [{ text, moments: [momentOf(call, quote)] }];
      }),
    );
}

/** Those of a call that is not told yet first. */
function ofDifferentCalls(wins: readonly Win[]): Win[] {
  const told = new Set<string>();
  const first = wins.filter(({ moments: [moment] }) => {
    // Without words of a call it comes last.
    const isNew = moment !== undefined && !told.has(moment.recording_id);
    if (moment !== undefined) told.add(moment.recording_id);
    return isNew;
  });
  return [...first, ...wins.filter((win) => !first.includes(win))];
}

/** Nobody is praised twice for the same words, or for what is to be improved. */
function distinct(wins: readonly Win[], blamed: readonly Moment[]): Win[] {
  const placeOf = ({ recording_id, segment_index }: Moment) => `${recording_id}:${segment_index}`;
  const seen = new Set(blamed.map(placeOf));
  return wins.filter(({ moments }) => {
    const places = moments.map(placeOf);
    if (places.some((place) => seen.has(place))) return false;
    for (const place of places) seen.add(place);
    return true;
  });
}
