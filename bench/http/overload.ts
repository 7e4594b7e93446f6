import { setTimeout as sleep } from 'node:timers/promises';
import { machine, table, thousands, writeFigures } from '../figures.ts';
import { readCounts, say } from '../run-bench.ts';
import { runUntilStopped, withFolder, withProcesses } from '../run-until-stopped.ts';
import { SETTLE_MS, type Surroundings } from '../stack.ts';
import { debrief } from './contestants.ts';
import { needWrk } from './need-wrk.ts';
import { prepare } from './prepare.ts';
import { runWrk } from './run-wrk.ts';
import { type Answer, sendSteadily } from './send-steadily.ts';

const HELP = `Usage: npm run bench -- overload [options]

Sends three times as many submissions as Debrief accepts, at a steady rate, however long the answers take; before and
after that a quarter of what it accepts.

Options:
  --rows N       calls that are there before (default 200000)
  --times N      how many times as many as it accepts (default 3)
  --seconds N    of the overload (default 30)
  --output FILE  Markdown file whose figures are replaced; empty: none (default docs/performance.md)
  --help         show this
`;
const CONNECTIONS = 128;
const MEASURE_SECONDS = 8;
const CALM_SECONDS = 10;
const CALM_SHARE = 0.25;
const GOAL = { acceptedMs: 1_000, recoveredSeconds: 5 };
const counts = { rows: 200_000, times: 3, seconds: 30 };
type Options = typeof counts & { output: string };

interface Result {
  readonly most: number;
  readonly phases: readonly (readonly [name: string, perSecond: number, answers: readonly Answer[]])[];
}

await runUntilStopped({
  name: 'bench',
  readOptions: () => readCounts({ help: HELP, counts }),
  async run(options: Options, signal) {
    await needWrk(say);
    const result = await withFolder((folder) =>
      withProcesses({ folder, signal }, (o) => measureOverload(options, o)),
    );
    const report = reportOf(options, result);
    process.stdout.write(`${report}\n`);
    if (options.output !== '') writeFigures(options.output, 'requests: overload', report);
  },
});

async function measureOverload(options: Options, o: Surroundings): Promise<Result> {
  const { stack, tenant, env } = await prepare(o, options.rows);
  await sleep(SETTLE_MS, undefined, { signal: o.signal });
  const load = { scenario: 'submissions', connections: CONNECTIONS, signal: o.signal } as const;
  let most = 0;
  for (const round of [1, 2]) {
    const timed = { ...load, seconds: MEASURE_SECONDS, env: { ...env, ROUND: `most-${round}` } };
    most = (await runWrk(debrief(stack), timed)).perSecond;
  }
  say(`Accepts ${most.toFixed(0)} submissions a second over ${CONNECTIONS} connections`);
  async function send(name: string, perSecond: number, seconds: number) {
    const answers = await sendSteadily({
      url: `${stack.baseUrl}/calls`,
      headers: { 'content-type': 'application/json', 'x-api-key': tenant.key },
      bodyOf: (number) => submission(`${name}-${number}`, number),
      ...{ perSecond, seconds, signal: o.signal },
    });
    return [name, perSecond, answers] as const;
  }
  const calm = most * CALM_SHARE;
  const phases = [
    await send('before', calm, CALM_SECONDS),
    await send('overload', most * options.times, options.seconds),
    await send('after', calm, CALM_SECONDS),
  ];
  return { most, phases };
}

/** Of one of 20 agents and 200 contacts, as in submissions.lua. */
function submission(recording_id: string, number: number): string {
  const agent = `agent-${number % 20}`;
  return JSON.stringify({
    ...{ recording_id, recording_url: 'https://recordings.example/call.mp3', duration_seconds: 90 },
    ...{ ai_category: 'sales', external_user_id: agent, user_name: 'David Miller' },
    ...{ user_email: `${agent}@acme.example`, external_contact_id: `contact-${number % 200}` },
    ...{ contact_name: 'Susan Parker', incoming: false },
  });
}

function reportOf(o: Options, { most, phases }: Result): string {
  const overload = phases[1]?.[2] ?? [];
  const refused = overload.filter(({ status }) => status !== 202);
  const early = refused.filter(({ status, hasRetryAfter }) => status === 503 && hasRetryAfter);
  const acceptedMs = percentile(99, accepted(overload));
  const recovered = secondsUntilNormal(phases[0]?.[2] ?? [], phases[2]?.[2] ?? []);
  const isMet =
    acceptedMs < GOAL.acceptedMs && early.length === refused.length && recovered <= GOAL.recoveredSeconds;
  return [
    `${machine('PostgreSQL 18')}; ${thousands(o.rows)} calls; it accepts ${most.toFixed(0)} submissions/s over ${CONNECTIONS} connections, and was sent ${o.times} times as many for ${o.seconds} s.`,
    table(
      ['', 'sent/s', 'accepted/s', 'accepted, p50 ms', 'p99 ms', 'refused', 'p99 ms of refusals'],
      phases.map(([name, perSecond, answers]) => {
        const others = answers.filter(({ status }) => status !== 202).map(({ tookMs }) => tookMs);
        const seconds = (answers.at(-1)?.dueMs ?? 0) / 1_000;
        return [
          ...[name, perSecond.toFixed(0), (accepted(answers).length / seconds).toFixed(0)],
          ...[50, 99].map((share) => percentile(share, accepted(answers)).toFixed(0)),
          `${((100 * others.length) / answers.length).toFixed(1)} %`,
          others.length === 0 ? '' : percentile(99, others).toFixed(0),
        ];
      }),
    ),
    `Of ${thousands(refused.length)} refusals ${thousands(early.length)} were a 503 with Retry-After. ${recovered === Number.POSITIVE_INFINITY ? 'It was not back to normal within the time that was looked at' : `It was back to normal ${recovered} s after the overload`} (all accepted, and p99 of a second at most twice that before, or 100 ms). Goals: p99 of what is accepted under ${GOAL.acceptedMs / 1_000} s, refusals as 503 with Retry-After, normal within ${GOAL.recoveredSeconds} s: ${isMet ? 'met' : 'missed'}.`,
  ].join('\n\n');
}

/** Whole seconds from the beginning of what came after until each second is as before. */
function secondsUntilNormal(before: readonly Answer[], after: readonly Answer[]): number {
  const mostMs = Math.max(100, 2 * percentile(99, accepted(before)));
  const seconds = Map.groupBy(after, ({ dueMs }) => Math.floor(dueMs / 1_000));
  const isNormal = (answers: readonly Answer[]) =>
    answers.every(({ status }) => status === 202) && percentile(99, accepted(answers)) <= mostMs;
  const last = [...seconds].findLast(([, answers]) => !isNormal(answers));
  if (last === undefined) return 0;
  return last[0] + 1 < seconds.size ? last[0] + 1 : Number.POSITIVE_INFINITY;
}

function accepted(answers: readonly Answer[]): number[] {
  return answers.filter(({ status }) => status === 202).map(({ tookMs }) => tookMs);
}

function percentile(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? Number.NaN;
}
