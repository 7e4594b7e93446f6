import type { CallFacts } from '../facts/call-facts.ts';
import { mayBeStrength } from '../facts/days-agreed.ts';
import { asks } from '../facts/readable-quotes.ts';
import { answeredWith } from '../facts/said-next.ts';
import { type CriterionSummary, earnedIn, heardIn, strengthsOf } from '../facts/summarize-criteria.ts';
import { isUnexplained, type Shown, shownIn } from '../facts/telling-quotes.ts';
import {
  capitalized,
  contactOf,
  dayName,
  firstName,
  ofAgent,
  quoted,
  quotedWithin,
  sentence,
} from '../facts/wording.ts';

const QUOTES_EACH = 2;

export interface TeamStrength {
  readonly criterion: CriterionSummary;
  readonly shown: Shown[];
}

/**
 * What a team does well: by words that show it where there are any, else by what was done.
 * @param tasks What is somebody's next task.
 */
export function teamStrengths(
  calls: readonly CallFacts[],
  criteria: readonly CriterionSummary[],
  tasks: ReadonlySet<string | undefined>,
): TeamStrength[] {
  const strong = strengthsOf(criteria)
    .filter((criterion) => !tasks.has(criterion.id) && mayBeStrength(criterion, calls))
    .map((criterion) => ({ criterion, shown: exampleOf(calls, criterion) }))
    .filter(({ criterion, shown }) => shown.length > 0 || tellsWhatWasDone(calls, criterion));
  const withWords = strong.filter(({ shown }) => shown.length > 0);
  return withWords.length > 0 ? withWords : strong;
}

/** `The team listened in all 3 calls`: a share of points alone tells a team nothing that it could do again. */
function tellsWhatWasDone(calls: readonly CallFacts[], criterion: CriterionSummary): boolean {
  const earned = earnedIn(calls, criterion, 'the team');
  return earned !== '' && !earned.includes('% of the points');
}

/** `Can I come by with the table?`: told to who was not there, one that needs nothing explained is enough. */
const OF_THE_CALL = /\b(?:with|bring|about|for|of) the \p{L}+/iu;

function exampleOf(calls: readonly CallFacts[], criterion: CriterionSummary): Shown[] {
  const shown = shownIn(calls, criterion);
  const plain = shown.filter((one) => !isUnexplained(one) && !OF_THE_CALL.test(one.quote.quote));
  const told = plain.length > 0 ? plain : shown;
  // One of each agent.
  return told
    .filter(({ call }, index) => told.findIndex((one) => one.call.user_id === call.user_id) === index)
    .slice(0, QUOTES_EACH);
}

/** How it shows: how many points, and for example what was asked or said. */
export function strengthDetail(
  all: readonly CallFacts[],
  criterion: CriterionSummary,
  shown: readonly Shown[],
): string {
  const earned = earnedIn(all, criterion, 'the team', shown[0]?.quote.did);
  const got = earned === '' ? '' : `${capitalized(ofAgent(earned))}.`;
  if (shown.length === 0)
    return `${got}${ofAgent(heardIn(all, criterion)).replace(/(the agent .*)\bthe agent\b/, '$1they')}`;
  const told = shown.map(({ call, quote }, index) => {
    const [to, day] = [contactOf(call), dayName(call.occurred_at)];
    const answer = answeredWith(call, quote);
    const isLast = index === shown.length - 1;
    const ended = (words: { readonly quote: string }) => (isLast ? quoted(words) : quotedWithin(words));
    return answer === null
      ? `${firstName(call.agent)} ${asks(quote) ? 'asked' : 'said to'} ${to} on ${day}: ${ended(quote)}`
      : `${firstName(call.agent)} asked ${to} on ${day} ${quoted(quote)}, which brought ${ended({ quote: answer })}`;
  });
  return `${got} ${sentence(`${got === '' ? '' : 'For example, '}${told.join(' and ')}`)}`.trim();
}
