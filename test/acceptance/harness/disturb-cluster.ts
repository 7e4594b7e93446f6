import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askJetStream } from '@debrief/local/ask-jetstream';
import { Client } from 'pg';

interface Stack {
  nats_url: string;
  database_url: string;
  servers: Process[];
  processes: Process[];
}

interface Process {
  name: string;
  /** Null while it is away. */
  pid: number | null;
  /** Of a Postgres. */
  role?: 'primary' | 'replica' | 'away';
}

/** Long enough for a machine that is busy with the tests meanwhile. */
const WITHIN_MS = 600_000;
const ASK_AGAIN_MS = 250;

/**
 * Breaks a cluster while clients use it, as `npm run cluster` mends it: kills one NATS server after the other, replaces
 * each process of each app, and kills the primary Postgres, which its replica follows; then again, until it is stopped. The
 * next one goes when the one before has caught up: with two of three NATS servers away nothing can be stored, and a replica
 * that lacks something cannot follow.
 * @returns how often it got through all of that. @throws when something does not come back.
 */
export async function disturbCluster(dataDir: string, stop: AbortSignal): Promise<number> {
  const read = () => JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')) as Stack;

  async function end({ name, pid, role }: Process, signal: NodeJS.Signals): Promise<void> {
    if (pid === null) throw new Error(`${name} is away`);
    process.kill(pid, signal);
    const isBack = async () => {
      const now = [...read().servers, ...read().processes].find((one) => one.name === name);
      return now?.pid != null && now.pid !== pid && (role === undefined || now.role === 'replica');
    };
    // Also when it is stopped meanwhile: what it broke is whole again when it returns.
    await until(isBack, `${name} is back`);
  }

  async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
    const giveUpAtMs = Date.now() + WITHIN_MS;
    // Nobody may answer yet: then it is not so.
    while (!(await isSo().catch(() => false))) {
      if (Date.now() > giveUpAtMs) throw new Error(`not within ${WITHIN_MS / 1000} s: ${what}`);
      await sleep(ASK_AGAIN_MS);
    }
  }

  for (let rounds = 0; ; rounds += 1) {
    for (const server of read().servers.filter(({ name }) => name.startsWith('nats-'))) {
      if (stop.aborted) return rounds;
      await end(server, 'SIGKILL');
      await until(() => areCopiesCurrent(read().nats_url), 'every NATS server has every stream');
    }
    for (const app of read().processes) {
      if (stop.aborted) return rounds;
      await end(app, 'SIGTERM');
    }
    const primary = read().servers.find(({ role }) => role === 'primary');
    if (stop.aborted || primary === undefined) return rounds;
    await until(() => isReplicaCurrent(read().database_url), 'the replica has what the primary has');
    await end(primary, 'SIGKILL');
  }
}

interface Copied {
  config: { name?: string };
  cluster: { leader?: string; replicas?: { current: boolean }[] };
}

/** Whether each stream and consumer has a leader, and followers that are not behind it. */
async function areCopiesCurrent(natsUrls: string): Promise<boolean> {
  const [url = ''] = natsUrls.split(',');
  const { username: user, password } = new URL(url);
  const list = async (subject: string, key: 'streams' | 'consumers') => {
    const credentials = { user, pass: decodeURIComponent(password) };
    const reply = await askJetStream(url, `$JS.API.${subject}`, { body: '{"offset":0}', credentials });
    // Those whose leader does not answer.
    return { copied: (reply[key] ?? []) as Copied[], isWhole: reply.missing === undefined };
  };
  const streams = await list('STREAM.LIST', 'streams');
  const names = streams.copied.map(({ config }) => config.name ?? '');
  const lists = [
    streams,
    ...(await Promise.all(names.map((name) => list(`CONSUMER.LIST.${name}`, 'consumers')))),
  ];
  const isCurrent = ({ cluster }: Copied) =>
    Boolean(cluster.leader) && (cluster.replicas ?? []).every(({ current }) => current);
  return names.length > 0 && lists.every(({ copied, isWhole }) => isWhole && copied.every(isCurrent));
}

async function isReplicaCurrent(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`);
    return rowCount === 1;
  } finally {
    await client.end();
  }
}
