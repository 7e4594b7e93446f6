import { setTimeout as sleep } from 'node:timers/promises';
import { writeFigures } from '../figures.ts';
import { say } from '../run-bench.ts';
import { runUntilStopped, withFolder, withProcesses } from '../run-until-stopped.ts';
import { SETTLE_MS, type Surroundings } from '../stack.ts';
import { type Contestant, debrief, startPeer } from './contestants.ts';
import { needWrk } from './need-wrk.ts';
import { type Options, readOptions } from './options.ts';
import { prepare } from './prepare.ts';
import { type Row, reportOf } from './report.ts';
import { type Measured, runWrk } from './run-wrk.ts';

const WARM_UP_SECONDS = 3;
await runUntilStopped({ name: 'bench', readOptions, run });

async function run(options: Options, signal: AbortSignal): Promise<void> {
  await needWrk(say);
  const rows = await withFolder((folder) => withProcesses({ folder, signal }, (o) => measureAll(options, o)));
  const report = reportOf(options, rows);
  process.stdout.write(`${report}\n`);
  if (options.output !== '') writeFigures(options.output, `requests: ${options.scenario}`, report);
}

async function measureAll(options: Options, o: Surroundings): Promise<Row[]> {
  const { stack, tenant, env } = await prepare(o, options.rows);
  const contestants = [debrief(stack)];
  for (const peer of options.peers) contestants.push(await startPeer(peer, { stack, tenant, o }));
  say(`Started; letting the apps settle for ${SETTLE_MS / 1000} s`);
  await sleep(SETTLE_MS, undefined, { signal: o.signal });
  const rows = options.connections.flatMap((connections) =>
    contestants.map((contestant) => ({ contestant, connections, rounds: [] as Measured[] })),
  );
  for (let number = 0; number <= options.rounds; number += 1)
    for (const row of rows) await measureOne(row, { ...options, number, env, signal: o.signal });
  return rows.map(({ contestant, ...row }) => ({ name: contestant.name, ...row }));
}

/** Round 0 warms up and is not counted. */
async function measureOne(
  row: { contestant: Contestant; connections: number; rounds: Measured[] },
  o: Pick<Options, 'scenario' | 'seconds'> & {
    number: number;
    env: Record<string, string>;
    signal: AbortSignal;
  },
): Promise<void> {
  const { contestant, connections, rounds } = row;
  const isWarmUp = o.number === 0;
  const seconds = isWarmUp ? WARM_UP_SECONDS : o.seconds;
  const env = { ...o.env, ROUND: `${o.number}-${connections}` };
  const measured = await runWrk(contestant, { ...o, connections, seconds, env });
  if (!isWarmUp) rounds.push(measured);
  const when = isWarmUp ? 'Warm-up' : `Round ${o.number}`;
  say(
    `${when}, ${connections} connections, ${contestant.name}: ${measured.perSecond.toFixed(0)}/s, p50 ${measured.p50Ms} ms`,
  );
}
