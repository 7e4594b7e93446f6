import { setTimeout as delay } from 'node:timers/promises';
import { DebriefError, TIMED_OUT, UNAVAILABLE } from '@debrief/contracts/errors';
import { getIntegration } from '@debrief/contracts/operations/directory-access';
import {
  analyticsRebuilds,
  coachingRebuilds,
  ingestRebuilds,
  type Rebuild,
} from '@debrief/contracts/operations/rebuilds';
import { Argument, type Command } from 'commander';
import { formatRebuild } from '../report/format-rebuild.ts';
import { createStatusLine } from '../report/status-line.ts';
import { type CommandContext, withContext } from './command-context.ts';

/** A copy that a service keeps. */
interface Copy {
  readonly name: string;
  start(context: CommandContext, integrationId: string | null): Promise<Rebuild>;
  get(context: CommandContext): Promise<Rebuild | null>;
}

const analytics = (kind: 'calls' | 'users'): Copy => ({
  name: `${kind} in analytics`,
  start: ({ ask }, integration_id) => ask(analyticsRebuilds.start, { kind, integration_id }),
  get: ({ ask }) => ask(analyticsRebuilds.get, { kind }),
});
const coaching = (kind: 'users' | 'integrations'): Copy => ({
  name: `${kind} in coaching`,
  start: ({ ask }, integration_id) => ask(coachingRebuilds.start, { kind, integration_id }),
  get: ({ ask }) => ask(coachingRebuilds.get, { kind }),
});

const ingest = (kind: 'integrations'): Copy => ({
  name: `${kind} in ingest`,
  start: ({ ask }, integration_id) => ask(ingestRebuilds.start, { kind, integration_id }),
  get: ({ ask }) => ask(ingestRebuilds.get, { kind }),
});

const copies = {
  analytics: [analytics('calls'), analytics('users')],
  users: [analytics('users'), coaching('users')],
  integrations: [ingest('integrations'), coaching('integrations')],
} satisfies Record<string, Copy[]>;
type Target = keyof typeof copies;

const POLL_MS = 400;
/** As shells say it of a command that Ctrl-C ended. */
const INTERRUPTED = 130;

export function addRebuild(program: Command): void {
  program
    .command('rebuild')
    .description('make what services keep of each other as its owners have it, while they serve')
    .addArgument(
      new Argument(
        '<what>',
        'all that analytics keeps, or what any service keeps of users or integrations',
      ).choices(Object.keys(copies)),
    )
    .option('--integration <id>', 'only what belongs to this integration')
    .addHelpText('after', '\nCtrl-C stops watching, not the rebuild. The same command watches it again.')
    .action((what: Target, { integration }: { integration?: string }, command: Command) =>
      withContext(command, (context) => rebuild(what, integration, context)),
    );
}

async function rebuild(
  what: Target,
  integration: string | undefined,
  context: CommandContext,
): Promise<void> {
  const integrationId =
    integration === undefined ? null : (await context.ask(getIntegration, { id: integration })).id;
  const started: [Copy, Rebuild][] = [];
  for (const copy of copies[what]) started.push([copy, await copy.start(context, integrationId)]);
  const ended = await watch(new Map(started), context);
  if (context.json) {
    const rows = [...ended].map(([copy, state]) => ({ copy: copy.name, ...state }));
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  }
}

/** Shows what runs until it is done, or until Ctrl-C. @returns the last state of each. */
async function watch(states: Map<Copy, Rebuild>, context: CommandContext): Promise<Map<Copy, Rebuild>> {
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  const line = createStatusLine(process.stderr);
  const isRunning = ([, { finished_at }]: [Copy, Rebuild]) => finished_at === null;
  try {
    for (;;) {
      const running = [...states].filter(isRunning);
      if (running.length === 0) break;
      line.show(running.map(([copy, state]) => formatRebuild(copy.name, state)).join(' · '));
      await delay(POLL_MS, undefined, { signal: stop.signal });
      for (const [copy] of running) {
        const state = await latest(copy, context);
        if (state === null) continue;
        states.set(copy, state);
        if (state.finished_at !== null && !context.json) {
          line.clear();
          process.stdout.write(`${formatRebuild(copy.name, state)}\n`);
        }
      }
    }
    line.clear();
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    line.clear();
    process.stderr.write('Stopped watching. The rebuild goes on; the same command shows it again.\n');
    process.exitCode = INTERRUPTED;
  } finally {
    process.off('SIGINT', interrupt);
  }
  return states;
}

/** Null while the service does not answer: the rebuild outlives its restart. */
async function latest(copy: Copy, context: CommandContext): Promise<Rebuild | null> {
  try {
    return await copy.get(context);
  } catch (error) {
    const outages: string[] = [UNAVAILABLE.code, TIMED_OUT.code];
    if (error instanceof DebriefError && outages.includes(error.definition.code)) return null;
    throw error;
  }
}
