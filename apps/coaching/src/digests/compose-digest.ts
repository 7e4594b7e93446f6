import type { Cadence } from '@debrief/contracts/resources/access';
import type { Digest } from '@debrief/contracts/resources/coaching-period';
import type { CallFacts } from '../facts/call-facts.ts';
import { firstWords } from '../facts/first-words.ts';
import type { PeriodFigures } from '../facts/list-calls.ts';
import { passedOver } from '../facts/objections-met.ts';
import {
  type CriterionSummary,
  callsMissing,
  gapsOf,
  LEAST_CALLS,
  LEAST_COST,
  nameOf,
  shareIn,
  strengthsOf,
  summarizeCriteria,
} from '../facts/summarize-criteria.ts';
import { bestOf, missedIn, placeOf, type Told } from '../facts/telling-quotes.ts';
import {
  callsNamed,
  capitalized,
  contactOf,
  counted,
  dayName,
  firstName,
  monthName,
  ofAgent,
  quoted,
  sentence,
} from '../facts/wording.ts';
import type { Focus } from '../rubrics/find-focus.ts';
import { agentLines } from './agent-lines.ts';
import { headline, leastMissed, leastOf } from './digest-headline.ts';
import { stepsToFollow } from './steps-to-follow.ts';
import { teamDrill } from './team-drill.ts';
import { strengthDetail, teamStrengths } from './team-strengths.ts';
import { topObjections } from './top-objections.ts';

export interface DigestInput {
  readonly cadence: Cadence;
  readonly period_start: string;
  readonly period_end: string;
  readonly calls: readonly CallFacts[];
  /** Of the period before: an agent's next task may show in both together. */
  readonly callsBefore: readonly CallFacts[];
  readonly callsEarlier?: readonly CallFacts[];
  readonly now: PeriodFigures;
  readonly before: PeriodFigures;
  /** What the team has set for the month of the last day. */
  readonly focus: Focus | null;
  /** Names by user id; what a call says where there is none. */
  readonly names: ReadonlyMap<string, string>;
}

type Evidence = Digest['evidence'][number];
type Observation = Digest['strengths'][number];

const MOST = 3;
const QUOTES_EACH = 2;

/** What a team did in a period, from its own calls alone: the same calls give the same words. */
export function composeDigest(input: DigestInput): Digest {
  const { now, before, calls } = input;
  const isEnough = now.team.rated >= LEAST_CALLS;
  const criteria = isEnough ? summarizeCriteria(calls) : [];
  // What one call of three missed is no gap of a team.
  const gaps = gapsOf(criteria)
    .filter(({ missing: [first] }) => first === undefined || first.calls > 1)
    .slice(0, MOST);
  const agents = agentLines(input);
  // What is somebody's next task, or is said to have got least, is no strength of the team.
  const least = gaps.length === 0 ? leastOf(criteria) : undefined;
  const tasks = new Set([...agents.map(({ task }) => task), least?.share === 1 ? undefined : least?.id]);
  const strengths = teamStrengths(calls, criteria, tasks).slice(0, MOST);
  const used = new Set<string>();
  const missed = gaps.map((criterion) => ({ criterion, missed: unused(missedIn(calls, criterion), used) }));
  const focus = criteria.find(
    ({ id, calls: count }) => id === input.focus?.criterion.id && count >= LEAST_CALLS,
  );
  const dear = gaps.find(({ cost }) => cost >= LEAST_COST);
  const drilled = focus !== undefined && !strengthsOf([focus]).includes(focus) ? focus : dear;
  const objections = isEnough ? topObjections(calls, input.names) : [];
  const passed = isEnough ? passedOver(calls) : [];
  const steps = isEnough ? stepsToFollow(calls, input.names, input.period_end) : [];
  return {
    headline: headline(input, isEnough, gaps[0], criteria),
    focus: input.focus === null ? null : focusLine(calls, input.focus, input.period_end, focus),
    stats: {
      calls: figure(now.team.calls, before.team.calls),
      rated: figure(now.team.rated, before.team.rated),
      average_rating: figure(now.team.average_rating, before.team.average_rating),
    },
    strengths: strengths.map(({ criterion, shown }) =>
      observation(criterion.title, strengthDetail(calls, criterion, shown), criterion),
    ),
    gaps: missed.map(({ criterion }) =>
      observation(ofAgent(nameOf(criterion)), gapDetail(input, criterion), criterion),
    ),
    top_objections: objections.map(({ label, count, where, best_answer }) => ({
      ...{ label, count, where, best_answer },
    })),
    to_follow_up: steps.map(({ user_id, detail, is_over }) => ({ user_id, detail, is_over })),
    agents: agents.map(({ task: _, ...agent }) => agent),
    team_drill: teamDrill(calls, { drilled, objections, passed, otherwise: gaps[0] ?? least }),
    evidence: [
      ...strengths.flatMap(({ shown }, index) => cite(`strengths.${index}`, shown)),
      ...missed.flatMap(({ criterion, missed: told }, index) => {
        const best = bestOf(calls, criterion);
        return [
          ...cite(`gaps.${index}`, [...told, ...(best === undefined ? [] : [best])]),
          ...cite(`gaps.${index}.named`, named(gapCalls(calls, criterion))),
        ];
      }),
      ...cite('headline', named(gaps.length === 0 ? (leastMissed(calls, criteria)?.calls ?? []) : [])),
      ...objections.flatMap(({ told }, index) => cite(`top_objections.${index}`, told)),
      ...steps.flatMap(({ told }, index) => cite(`to_follow_up.${index}`, [told])),
    ],
  };
}

function focusLine(
  all: readonly CallFacts[],
  { criterion, note }: Focus,
  periodEnd: string,
  found: CriterionSummary | undefined,
): string {
  const set = `The focus of ${monthName(periodEnd)} is ${criterion.title.toLowerCase()}.`;
  const noted = note === null ? '' : ` ${sentence(note)}`;
  const got =
    found === undefined
      ? 'It shows clearly in too few calls to say how it went.'
      : `The team got ${shareIn(all, found.share, found.calls)}.`;
  return `${set}${noted} ${got}`;
}

function figure(value: number | null, previous: number | null): Digest['stats']['calls'] {
  const change = value === null || previous === null || previous === 0 ? null : (value - previous) / previous;
  return { value, previous, diff_pct: change === null ? null : Math.round(change * 1000) / 10 };
}

function observation(
  title: string,
  detail: string,
  { id, calls, share }: Pick<CriterionSummary, 'id' | 'calls' | 'share'>,
): Observation {
  return { title, detail, criterion_id: id, calls, share: Math.round(share * 1000) / 1000 };
}

function gapDetail({ calls, names }: DigestInput, criterion: CriterionSummary): string {
  const points = `The team got ${shareIn(calls, criterion.share, criterion.calls)}`;
  const [first, second] = criterion.missing;
  // The title says what was missing first.
  const got =
    first === undefined ? `${points}.` : `${points}; missing in ${callsNamed(gapCalls(calls, criterion))}.`;
  const heard =
    second === undefined || second.calls < 2
      ? ''
      : ` ${capitalized(ofAgent(second.phrase))} was missing in ${counted(second.calls, 'call')}.`;
  const best = bestOf(calls, criterion);
  if (best === undefined) return `${got}${heard}`;
  const { call, quote } = best;
  const name = firstName(names.get(call.user_id) ?? call.agent);
  return `${got}${heard} ${sentence(`It was heard best from ${name}, in the call with ${contactOf(call)} on ${dayName(call.occurred_at)}: ${quoted(quote)}`)}`;
}

/** Those that missed what a gap is about. */
function gapCalls(calls: readonly CallFacts[], { id, missing: [first] }: CriterionSummary): CallFacts[] {
  return first === undefined ? [] : callsMissing(calls, id, first.indicator);
}

/** No words are shown for two gaps. */
function unused(told: readonly Told[], used: Set<string>): Told[] {
  const free = told
    .filter(({ call, quote }) => !used.has(`${call.recording_id}:${quote.segment_index}`))
    .slice(0, QUOTES_EACH);
  for (const { call, quote } of free) used.add(`${call.recording_id}:${quote.segment_index}`);
  return free.map(({ call, quote, claim }) => ({
    ...{ call, quote },
    claim: call.improvements.some(({ text }) => text === claim)
      ? `Advice to ${firstName(call.agent)}: ${claim}`
      : claim,
  }));
}

/** Calls that a text names, by the first words that are kept of each: where such a call is erased, the text goes with it. */
function named(calls: readonly CallFacts[]): Told[] {
  return calls.flatMap((call) =>
    firstWords(call).map((quote) => ({ call, quote, claim: 'A call that is named' })),
  );
}

function cite(claim_id: string, told: readonly Told[]): Evidence[] {
  return told.map(({ call, quote, claim }) => ({
    ...{ claim_id, claim, recording_id: call.recording_id, user_id: call.user_id },
    ...placeOf(quote),
  }));
}
