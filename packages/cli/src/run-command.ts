import { DebriefError, UNAVAILABLE } from '@debrief/contracts/errors';
import { Command, CommanderError, type Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { CommandError } from './command-error.ts';
import { addAgendas } from './commands/agendas.ts';
import { addAnalyses } from './commands/analyses.ts';
import { addAudit } from './commands/audit.ts';
import { addCoach } from './commands/coach.ts';
import { addDoctor } from './commands/doctor.ts';
import { addErase } from './commands/erase.ts';
import { addIntegrations } from './commands/integrations.ts';
import { addInvitations } from './commands/invitations.ts';
import { addKeys } from './commands/keys.ts';
import { addMembers } from './commands/members.ts';
import { addMetrics } from './commands/metrics.ts';
import { addMigrate } from './commands/migrate.ts';
import { addModels } from './commands/models.ts';
import { addNats } from './commands/nats.ts';
import { addOrganizations } from './commands/organizations.ts';
import { addPeriods } from './commands/periods.ts';
import { addQueue } from './commands/queue.ts';
import { addRebuild } from './commands/rebuild.ts';
import { addRecordings } from './commands/recordings.ts';
import { addRubrics } from './commands/rubrics.ts';
import { addSignals } from './commands/signals.ts';
import { addSubmit } from './commands/submit.ts';
import { addTeams } from './commands/teams.ts';
import { addTopology } from './commands/topology.ts';

/** Commands that need no running Debrief, and so not its address. */
const offline = new Set(['coach', 'nats', 'models']);
const additions = [
  addOrganizations,
  addIntegrations,
  addKeys,
  addMembers,
  addInvitations,
  addTeams,
  addSubmit,
  addCoach,
  addRecordings,
  addErase,
  addPeriods,
  addAgendas,
  addAnalyses,
  addMetrics,
  addQueue,
  addRebuild,
  addRubrics,
  addModels,
  addSignals,
  addNats,
  addTopology,
  addMigrate,
  addAudit,
  addDoctor,
];

/** Runs `debrief` with these arguments: prints what it has to say, and sets the exit status of the process. */
export async function runCommand(args: readonly string[]): Promise<void> {
  // Only as the first word: `rubrics show NAME --version 2` asks for a version of its own.
  if (args[0] === '--version' || args[0] === '-V') {
    process.stdout.write(`${manifest.version}\n`);
    return;
  }
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = report(error);
  }
}

function createProgram(): Command {
  const program = new Command('debrief')
    .description('Operate a running Debrief')
    .addHelpText('after', '\n`debrief --version` prints the version.')
    .option('--data-dir <dir>', 'data folder given to npm start', '.debrief')
    .option(
      '--nats <url>',
      'NATS of a Debrief on another machine, or a file with its URL, instead of --data-dir',
    )
    .option('--api <url>', 'base URL of its REST API, needed by submit with --nats')
    .option('--json', 'print JSON')
    .showHelpAfterError('(add --help for the options)')
    .exitOverride();
  for (const add of additions) add(program);
  acceptEverywhere(program, program.options);
  return program;
}

/** Adds the shared options to every command, so that `debrief keys list --json` works as `debrief --json keys list`. */
function acceptEverywhere(command: Command, shared: readonly Option[], isOffline = false): void {
  for (const child of command.commands) {
    const needsNone = isOffline || offline.has(child.name());
    child.exitOverride().showHelpAfterError('(add --help for the options)');
    for (const option of shared) {
      if (needsNone && option.long !== '--json') continue;
      if (!child.options.some(({ long }) => long === option.long)) {
        child.option(option.flags, option.description);
      }
    }
    acceptEverywhere(child, shared, needsNone);
  }
}

/** Prints one clear line on standard error. @returns the exit status. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode;
  process.stderr.write(`debrief: ${explain(error)}\n`);
  return 1;
}

function explain(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (error instanceof DebriefError) {
    if (error.definition.code === UNAVAILABLE.code)
      return 'Debrief does not answer. Is it running? Start it with: npm start';
    return [error.publicMessage].flat().join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}
