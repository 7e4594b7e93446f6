import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { appEntry, projectFolder } from '../../packages/cli/src/start/apps.ts';
import { table, thousands } from '../figures.ts';
import { debrief } from '../pipeline/contestants.ts';
import { type Round, runRound } from '../pipeline/run-round.ts';
import { SETTLE_MS, type Stack, type Surroundings, startStack } from '../stack.ts';
import type { ScaleOptions } from './options.ts';

export interface WorkersMeasured {
  readonly engine: string;
  readonly audioSeconds: number;
  readonly rounds: readonly { workers: number; round: Round }[];
  /** Of Postgres, for each recording. */
  readonly databaseBytes: number;
}

const WORKERS = [1, 2, 3, 4];
const SAMPLE = path.join(projectFolder, 'samples/sales-call/call.mp3');
const CALLS = 1_000_000;
const SECONDS_OF_MONTH = 30 * 86_400;

export async function measureWorkers(options: ScaleOptions, o: Surroundings): Promise<WorkersMeasured> {
  // Each worker is a core's.
  process.env.ENGINE_PLACES = '1';
  const url = await serveSample(o);
  const stack = await startStack(o, appEntry('transcription'));
  const contestant = await debrief(stack);
  o.say(`Started; letting the apps settle for ${SETTLE_MS / 1000} s`);
  await sleep(SETTLE_MS, undefined, { signal: o.signal });
  const round = (recordings: number) =>
    runRound({ ...contestant, pids: stack.pids }, stack.client, {
      ...{ recordings, connections: 4, signal: o.signal, recordingUrl: url },
    });
  await round(2);
  const before = await sizeOf(stack);
  const rounds: { workers: number; round: Round }[] = [];
  for (const workers of WORKERS) {
    if (workers > 1) await stack.addCopy('transcription');
    const measured = await round(options.recordings);
    o.say(`${workers} workers: ${measured.seconds.toFixed(1)} s for ${options.recordings} recordings`);
    rounds.push({ workers, round: measured });
  }
  const databaseBytes = ((await sizeOf(stack)) - before) / (options.recordings * WORKERS.length);
  const { rows } = await stack.client.query(
    `select audio_seconds, (transcript -> 'engine' ->> 'name') as engine from ingest.recordings r
     join ingest.transcripts t on t.integration_id = r.integration_id and t.recording_id = r.id limit 1`,
  );
  const [{ audio_seconds: audioSeconds, engine }] = rows;
  return { engine: engine ?? 'the engine of this machine', audioSeconds, rounds, databaseBytes };
}

async function serveSample({ stops }: Surroundings): Promise<string> {
  const audio = readFileSync(SAMPLE);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': audio.length }).end(audio);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/call.mp3`;
}

/** Of all tables with their indexes. */
async function sizeOf({ client }: Stack): Promise<number> {
  const { rows } = await client.query(
    `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
     where relkind = 'r' and relnamespace::regnamespace::text = any ($1)`,
    [['directory', 'ingest', 'coaching', 'analytics']],
  );
  return rows[0].bytes;
}

/** CPU milliseconds of a recording, by app; several processes of one together. */
function cpuOf({ recordings, cpuSeconds }: Round): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [process, seconds] of cpuSeconds) {
    const name = process.replace(/ \d+$/, '');
    sums.set(name, (sums.get(name) ?? 0) + (seconds * 1000) / recordings);
  }
  return sums;
}

export function workersTable({ rounds, audioSeconds }: WorkersMeasured): string {
  return table(
    ['workers', 'recordings a minute', 'audio a second, s', 'CPU of a recording, ms', 'of it the worker’s'],
    rounds.map(({ workers, round }) => {
      const cpu = cpuOf(round);
      return [
        String(workers),
        ((60 * round.recordings) / round.seconds).toFixed(1),
        ((audioSeconds * round.recordings) / round.seconds).toFixed(1),
        [...cpu.values()].reduce((sum, one) => sum + one, 0).toFixed(0),
        (cpu.get('transcription') ?? 0).toFixed(0),
      ];
    }),
    1,
  );
}

/** What a million such calls need, by the CPU time and the bytes of each. */
export function monthTable({ rounds, databaseBytes, audioSeconds }: WorkersMeasured): string {
  const [first] = rounds;
  if (first === undefined) return '';
  const cores = (milliseconds: number) => (milliseconds * CALLS) / 1000 / SECONDS_OF_MONTH;
  const rows = [...cpuOf(first.round)].map(([name, milliseconds]) => [
    name,
    milliseconds.toFixed(1),
    cores(milliseconds).toFixed(2),
  ]);
  const gigabytes = (databaseBytes * CALLS) / 1e9;
  return [
    `${thousands(CALLS)} such calls in 30 days, evenly spread (${(CALLS / SECONDS_OF_MONTH).toFixed(2)} a second of ${audioSeconds.toFixed(0)} s each): cores = CPU of a recording × calls ÷ 30 days, measured with one worker.`,
    table(['app', 'CPU of a recording, ms', 'cores'], rows, 1),
    `Postgres grew by ${thousands(Math.round(databaseBytes))} bytes a recording, indexes and events of the day included: ${gigabytes.toFixed(0)} GB a month.`,
  ].join('\n\n');
}
