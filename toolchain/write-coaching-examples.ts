import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { composeAgenda } from '../apps/coaching/src/agendas/compose-agenda.ts';
import { analysisBody } from '../apps/coaching/src/analyses/analysis-view.ts';
import { composeDigest } from '../apps/coaching/src/digests/compose-digest.ts';
import { coachCall } from '../apps/coaching/src/engines/built-in/built-in-coach.ts';
import { loadRubrics } from '../apps/coaching/src/engines/load-rubrics.ts';
import { type CallFacts, callFacts } from '../apps/coaching/src/facts/call-facts.ts';
import type { Figures, PeriodFigures } from '../apps/coaching/src/facts/list-calls.ts';
import { firstName } from '../apps/coaching/src/facts/wording.ts';
import {
  type CalendarPeriod,
  longBefore,
  periodBefore,
  periodOn,
} from '../apps/coaching/src/periods/calendar.ts';
import { composeSignal } from '../apps/coaching/src/signals/compose-signal.ts';
import { quotesOf } from '../apps/coaching/src/signals/quotes-of.ts';
import { sumSpeech } from '../apps/coaching/src/signals/sum-speech.ts';
import { formatAgenda } from '../packages/cli/src/report/format-agenda.ts';
import { formatDigest } from '../packages/cli/src/report/format-digest.ts';
import { formatSignal } from '../packages/cli/src/report/format-signal.ts';
import { answersTo } from '../packages/cli/src/start/answer-agenda.ts';
import { sampleAnswers, sampleTeam } from '../packages/cli/src/start/sample-team.ts';
import { readTranscript } from '../packages/cli/src/submit/submit-transcript.ts';

/**
 * `write-coaching-examples.ts [--check]` prints a digest, and the agenda and the signal of each agent of the sample team into
 * `docs/examples`, as the commands print them after a first start in the week of 16 November 2026.
 */
const cadence = 'weekly';
const week = periodOn(cadence, '2026-11-09');
const shown = ['rep-maria', 'rep-ben', 'rep-david'];
const folder = path.resolve(import.meta.dirname, '../docs/examples');
const isCheck = process.argv.includes('--check');

const rubric = loadRubrics()({ kind: 'call', rubric: null });
const calls = await Promise.all(
  sampleTeam(week.start).map(async ({ file, described }) => {
    const { agentId: user_id, occurredAt: occurred_at, incoming = null, timeZone } = described;
    const { transcript } = await readTranscript(file, described);
    const time_zone = timeZone ?? 'UTC';
    const { speech, ...result } = coachCall(transcript, rubric, {
      kind: 'call',
      incoming,
      occurred_at,
      time_zone,
    });
    const recording_id = path.basename(file, '.txt');
    const body = analysisBody(result);
    const closed_question = speech.quotes.find(({ shows }) => shows === 'closed_questions')?.text ?? null;
    const call = { recording_id, user_id, occurred_at, body };
    const facts = callFacts({
      ...{ ...call, speech: speech.indicators, closed_question },
      exchanges: speech.exchanges,
    });
    return { user_id, agent: described.agent, facts, speech };
  }),
);
calls.sort((a, b) => a.facts.occurred_at.localeCompare(b.facts.occurred_at));
const names = new Map(calls.map(({ user_id, agent }) => [user_id, agent]));

write('team-digest', formatDigest(digestOf(week)));
for (const user of shown) {
  const name = firstName(names.get(user) ?? '').toLowerCase();
  write(`agenda-${name}`, agendaOf(user));
  write(`signal-${name}`, signalOf(user));
}
console.log(
  `docs/examples ${isCheck ? 'are checked' : 'are written'}: a digest, ${shown.length} agendas and signals`,
);

function callsOf({ start, end }: CalendarPeriod, user?: string): CallFacts[] {
  return calls
    .map(({ facts }) => facts)
    .filter(({ occurred_at }) => occurred_at.slice(0, 10) >= start && occurred_at.slice(0, 10) <= end)
    .filter(({ user_id }) => user === undefined || user_id === user);
}

function earlierThan(period: CalendarPeriod, user?: string): CallFacts[] {
  const { end } = periodBefore(cadence, period);
  return callsOf({ start: longBefore(cadence, period), end }, user);
}

function figuresOf(of: readonly CallFacts[]): Figures {
  const ratings = of.flatMap(({ rating }) => rating ?? []);
  const average = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
  const average_rating = ratings.length === 0 ? null : Math.round(average * 100) / 100;
  return { calls: of.length, rated: ratings.length, average_rating };
}

function measure(period: CalendarPeriod): PeriodFigures {
  const all = callsOf(period);
  const agents = [...Map.groupBy(all, ({ user_id }) => user_id)];
  return { team: figuresOf(all), agents: new Map(agents.map(([user, own]) => [user, figuresOf(own)])) };
}

function digestOf(period: CalendarPeriod) {
  const { start: period_start, end: period_end } = period;
  const figures = { now: measure(period), before: measure(periodBefore(cadence, period)) };
  return composeDigest({
    cadence,
    period_start,
    period_end,
    calls: callsOf(period),
    callsBefore: callsOf(periodBefore(cadence, period)),
    callsEarlier: earlierThan(period),
    ...figures,
    focus: null,
    names,
  });
}

function agendaOf(user: string): string {
  const before = periodBefore(cadence, week);
  const made = make(before, null);
  if (made === null) throw new Error(`${user} has no agenda of the week before`);
  const sample = sampleAnswers();
  const answers = user === sample.agent_id ? answersTo(made.content.questions, sample) : null;
  if (user === sample.agent_id && answers === null)
    throw new Error(`samples/sales-team/answers.json answers other questions than those of ${user}`);
  const { content, titles } = made;
  const last = { cadence, period_start: before.start, title: titles[0], content, answers } as const;
  const agenda = make(week, last);
  if (agenda === null) throw new Error(`${user} has no agenda`);
  return `${agenda.titles[0]}\n\n${formatAgenda(agenda.content, null, null)}`;

  function make(period: CalendarPeriod, last: Parameters<typeof composeAgenda>[0]['last']) {
    const of = (one: CalendarPeriod) => figuresOf(callsOf(one, user));
    const daysBefore = periodBefore(cadence, period);
    const own = {
      calls: callsOf(period, user),
      callsBefore: callsOf(daysBefore, user),
      callsEarlier: earlierThan(period, user),
    };
    return composeAgenda({ cadence, ...period, ...own, now: of(period), before: of(daysBefore), last });
  }
}

function signalOf(user: string): string {
  const own = calls.filter(({ user_id }) => user_id === user);
  const speech = sumSpeech(own.map((call) => call.speech));
  const name = names.get(user) ?? '';
  const quotes = quotesOf(
    own
      .toReversed()
      .map((call) => ({ day: call.facts.occurred_at.slice(0, 10), quotes: call.speech.quotes })),
  );
  const profile = composeSignal({ name: firstName(name), ...speech, quotes });
  return formatSignal({
    ...{ user_id: user, external_user_id: user, name, speech, needed: speech },
    signal: { id: user, version: 1, speech, updated_date: week.end, profile },
  });
}

function write(name: string, text: string): void {
  const file = path.join(folder, `${name}.txt`);
  const content = `${text}\n`;
  if (!isCheck) {
    writeFileSync(file, content);
    return;
  }
  if (readFileSync(file, 'utf8') === content) return;
  console.error(`docs/examples/${name}.txt is stale: npm run generate`);
  process.exitCode = 1;
}
