import path from 'node:path';
import type { CoachedTeam } from './demo-team.ts';

const WIDTH = 62;

/** What there is to see of the sample team, one line each: commands and what they show, and where people see it. */
export function teamNews(
  { calls, period, agendas, answered }: CoachedTeam,
  { dataDir, consoleAt }: { dataDir: string; consoleAt: string },
): string[] {
  const where = dataDir === path.resolve('.debrief') ? '' : ` --data-dir ${dataDir}`;
  const ready = agendas.filter(({ generation_status: status }) => status === 'ready');
  const commands = [
    [`periods show ${period.id}`, `the digest of the week from ${period.period_start}`],
    ...ready.map(({ id, external_user_id: user, title }) => [`agendas show ${id}`, `${user}: ${title}`]),
    ...(answered === null
      ? []
      : [[`agendas show ${answered.id}`, `${answered.external_user_id} answered the one before`]]),
    ...ready
      .slice(0, 1)
      .map(({ external_user_id: user }) => [
        `signals show ${user}`,
        'what is inferred of an agent from speech',
      ]),
    ['metrics', 'the last 30 days beside the 30 before'],
  ];
  return [
    `${calls} calls of ${agendas.length} agents are coached. See what came of them:`,
    ...commands.map(
      ([command = '', shows = '']) =>
        `  npm run -s debrief --${where} ${command.padEnd(WIDTH - where.length)} # ${shows}`,
    ),
    `Console:        ${consoleAt}/coaching says what each agent works on; sign in by the link above`,
    `                ${consoleAt}/insights says who needs help with objections, and where to hear it`,
  ];
}
