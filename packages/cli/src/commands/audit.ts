import type { OutputOf } from '@debrief/contracts/define';
import {
  AUDIT_LIMIT_MAX,
  type AuditQuestion,
  analyticsAudit,
  coachingAudit,
  directoryAudit,
  ingestAudit,
} from '@debrief/contracts/operations/audit';
import { parseInstant } from '@debrief/contracts/text';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { withContext } from './command-context.ts';
import { printRows } from './print.ts';

type Entry = OutputOf<typeof directoryAudit>['data'][number];

interface AuditOptions {
  action?: string;
  by?: string;
  integration?: string;
  target?: string;
  since?: string;
  until?: string;
  limit: string;
}

/** Each service has the entries of what it did. */
const trails = [directoryAudit, ingestAudit, coachingAudit, analyticsAudit] as const;

export function addAudit(program: Command): void {
  const audit = program
    .command('audit')
    .description('who did what, when and from where: keys, settings, erasures and commands');

  audit
    .command('list')
    .description('list entries of the audit trail, newest first')
    .option('--action <part>', 'only actions with this in their name, for example key. or erasure')
    .option('--by <id>', 'only what this operator or key did')
    .option('--integration <id>', 'only what was done to this integration')
    .option('--target <id>', 'only what was done to the key, recording, contact … of this id')
    .option('--since <instant>', 'for example 2026-11-01 or 2026-11-01T12:00:00Z')
    .option('--until <instant>', 'up to but without this instant')
    .option('--limit <number>', `at most so many, up to ${AUDIT_LIMIT_MAX}`, '100')
    .addHelpText(
      'after',
      '\nAn entry such as key.revoked is written together with what it tells of; one such as directory.keys.revoke\n' +
        'before the command of an operator is carried out, whether it succeeds or not. No entry holds content.',
    )
    .action((options: AuditOptions, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const question = questionOf(options);
        const found: Entry[] = [];
        for (const trail of trails) found.push(...(await ask(trail, question)).data);
        const newest = found.sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, question.limit);
        const rows = newest.map((entry) => ({ ...entry, ...shown(entry) }));
        printRows(
          json ? newest : rows,
          ['at', 'action', 'by', 'from', 'integration_id', 'target', 'details'],
          json,
        );
      }),
    );
}

function shown({ actor, details }: Entry) {
  const list = Object.entries(details).map(([name, value]) => `${name}: ${value}`);
  return {
    by: actor === null ? null : actor.kind === 'operator' ? actor.id : `${actor.kind} ${actor.id}`,
    from: actor?.from ?? null,
    details: list.length === 0 ? null : list.join('; '),
  };
}

function questionOf({ action, by, integration, target, since, until, limit }: AuditOptions): AuditQuestion {
  const count = Number(limit);
  if (!Number.isInteger(count) || count < 1 || count > AUDIT_LIMIT_MAX)
    throw new CommandError(`Invalid --limit "${limit}". Use a number from 1 to ${AUDIT_LIMIT_MAX}.`);
  return {
    limit: count,
    ...(action !== undefined && { action }),
    ...(by !== undefined && { actor: by }),
    ...(integration !== undefined && { integration_id: integration }),
    ...(target !== undefined && { target }),
    ...(since !== undefined && { since: instantOf('--since', since) }),
    ...(until !== undefined && { until: instantOf('--until', until) }),
  };
}

/** A day means its beginning, in UTC. */
function instantOf(option: string, text: string): string {
  const instant = parseInstant(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
  if (instant === null)
    throw new CommandError(`Invalid ${option} "${text}". Use 2026-11-01 or 2026-11-01T12:00:00Z.`);
  return instant.toISOString();
}
