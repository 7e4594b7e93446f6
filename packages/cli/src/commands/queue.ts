import type { OutputOf } from '@debrief/contracts/define';
import { DebriefError, TIMED_OUT, UNAVAILABLE } from '@debrief/contracts/errors';
import { getQueue as getAnalyses } from '@debrief/contracts/operations/coaching';
import { getMailQueue as getMails } from '@debrief/contracts/operations/directory-mails';
import { getQueue as getRecordings } from '@debrief/contracts/operations/ingest-queue';
import type { Command } from 'commander';
import { formatDuration } from '../report/format-duration.ts';
import { withContext } from './command-context.ts';
import { printRows } from './print.ts';

type Recordings = OutputOf<typeof getRecordings>['integrations'][number];
type Analyses = OutputOf<typeof getAnalyses>['integrations'][number];
type Mails = OutputOf<typeof getMails>['integrations'][number];

/** What an integration has unfinished; null: nothing, or its service does not answer. */
type IntegrationQueue = {
  /** Null: of none. */
  integration_id: string | null;
  recordings: Omit<Recordings, 'integration_id'> | null;
  analyses: Omit<Analyses, 'integration_id'> | null;
  mails: Omit<Mails, 'integration_id'> | null;
};

const INTEGRATIONS_MAX = 100;
const columns = ['integration', 'of', 'waiting', 'running', 'stuck', 'oldest', 'status', 'since', 'why'];

export function addQueue(program: Command): void {
  program
    .command('queue')
    .description('what waits, runs and is stuck in each integration, for how long and why')
    .option('--integration <id>', 'only this integration')
    .addHelpText(
      'after',
      '\nRecordings are counted until they are COMPLETED or FAILED; analyses are those that coaching still has to make, of them and of reruns.' +
        '\n"recordings retry" begins a new attempt of a recording that is not COMPLETED. Analyses of reruns, of recordings that are, are asked for again by themselves; "analyses rerun" asks for them anew.' +
        '\nE-mails wait for the mail server until what they are about is over: an invitation, the review of an agenda, a link to set a password.',
    )
    .action(({ integration }: { integration?: string }, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const input = {
          limit: INTEGRATIONS_MAX,
          ...(integration !== undefined && { integration_id: integration }),
        };
        const [recordings, analyses, mails] = await Promise.all([
          unlessAway(ask(getRecordings, input)),
          unlessAway(ask(getAnalyses, input)),
          unlessAway(ask(getMails, input)),
        ]);
        if (recordings === null && analyses === null && mails === null) throw new DebriefError(UNAVAILABLE);
        const queues = combine(
          recordings?.integrations ?? [],
          analyses?.integrations ?? [],
          mails?.integrations ?? [],
        );
        printRows(json ? queues : queues.flatMap(rowsOf), columns, json);
        warn({ ingest: recordings, coaching: analyses, directory: mails });
      }),
    );
}

/** An outage is when an operator looks: one service is shown without the other. */
async function unlessAway<T>(answer: Promise<T>): Promise<T | null> {
  const outages: string[] = [UNAVAILABLE.code, TIMED_OUT.code];
  return answer.catch((error: unknown) => {
    if (error instanceof DebriefError && outages.includes(error.definition.code)) return null;
    throw error;
  });
}

/** The integration with the oldest first. */
function combine(
  recordings: readonly Recordings[],
  analyses: readonly Analyses[],
  mails: readonly Mails[],
): IntegrationQueue[] {
  const ids = new Set([...recordings, ...analyses, ...mails].map(({ integration_id }) => integration_id));
  const queues = [...ids].map((integration_id) => ({
    integration_id,
    recordings: queueOf(recordings, integration_id),
    analyses: queueOf(analyses, integration_id),
    mails: queueOf(mails, integration_id),
  }));
  const oldest = ({ recordings, analyses, mails }: IntegrationQueue) =>
    Math.max(...[recordings, analyses, mails].map((queue) => queue?.oldest.age_seconds ?? 0));
  return queues.sort((one, other) => oldest(other) - oldest(one));
}

function queueOf<Q extends { integration_id: string | null }>(queues: readonly Q[], id: string | null) {
  const found = queues.find(({ integration_id }) => integration_id === id);
  if (found === undefined) return null;
  const { integration_id: _, ...queue } = found;
  return queue;
}

function rowsOf({ integration_id, recordings, analyses, mails }: IntegrationQueue) {
  const row = (of: string, queue: Omit<Recordings | Analyses | Mails, 'integration_id'>) => ({
    integration: integration_id,
    of,
    ...queue,
    ...{ oldest: queue.oldest.id, since: formatDuration(queue.oldest.age_seconds) },
    status: statusOf(queue.oldest),
    why: queue.reasons.map(
      ({ waits_for, longest_seconds, ...count }) =>
        `${'mails' in count ? count.mails : count.recordings} ${waits_for} ${formatDuration(longest_seconds)}`,
    ),
  });
  return [
    ...(recordings === null ? [] : [row('recordings', recordings)]),
    ...(analyses === null ? [] : [row('analyses', analyses)]),
    ...(mails === null ? [] : [row('e-mails', mails)]),
  ];
}

function statusOf(oldest: (Recordings | Analyses | Mails)['oldest']): string | null {
  if ('status' in oldest) return oldest.status;
  if ('kind' in oldest) return oldest.kind;
  return oldest.rerun_id === null ? null : `rerun ${oldest.rerun_id}`;
}

type Answer = OutputOf<typeof getRecordings | typeof getAnalyses | typeof getMails>;

/** Says on standard error what the rows leave out. */
function warn(answers: Record<string, Answer | null>): void {
  for (const [service, answer] of Object.entries(answers)) {
    if (answer === null) {
      process.stderr.write(`debrief: ${service} does not answer; what it has is missing here\n`);
      process.exitCode = 1;
      continue;
    }
    const { integrations, more, counted_to: countedTo } = answer;
    if (more) {
      process.stderr.write(
        `debrief: ${service} has more integrations than the ${INTEGRATIONS_MAX} shown; see one with --integration\n`,
      );
    }
    if (integrations.some(({ waiting, running, stuck }) => waiting + running + stuck >= countedTo))
      process.stderr.write(`debrief: ${service} counts up to ${countedTo} of an integration in each state\n`);
  }
}
