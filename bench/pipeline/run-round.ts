import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { cpuSeconds } from '../cpu-time.ts';
import type { Contestant } from './contestants.ts';
import { sendLoad, submission } from './submission.ts';

export interface Round {
  readonly recordings: number;
  readonly seconds: number;
  /** Until the last submission was answered. */
  readonly submittedSeconds: number;
  /** By process, with what it started. */
  readonly cpuSeconds: ReadonlyMap<string, number>;
}

const POLL_MS = 25;
const TIMEOUT_MS = 300_000;

/** From the first submission until the last recording is COMPLETED and the last fact of a call is written. */
export async function runRound(
  contestant: Contestant,
  client: Client,
  o: { recordings: number; connections: number; signal: AbortSignal; recordingUrl?: string },
): Promise<Round> {
  const { url, keys, pids, tables } = contestant;
  const requests = Array.from({ length: o.recordings }, (_, index) => ({
    key: keys[index % keys.length] ?? '',
    body: JSON.stringify({
      ...submission(index),
      ...(o.recordingUrl !== undefined && { recording_url: o.recordingUrl }),
    }),
  }));
  const cpuBefore = cpuSeconds([...pids.values()]);
  const startedAt = performance.now();
  await sendLoad({ url, requests, ...o });
  const submittedSeconds = (performance.now() - startedAt) / 1000;
  const isDone = async (sql: string) => (await client.query<{ done: boolean }>(sql)).rows[0]?.done === true;
  const questions = [
    `select not exists (select from ${tables.recordings} where finished_at is null) as done`,
    `select not exists (select from ${tables.facts} where status = 'PROCESSING') as done`,
  ];
  for (const question of questions) {
    while (!(await isDone(question))) {
      if (performance.now() - startedAt > TIMEOUT_MS) throw new Error(`${contestant.name} is not done`);
      await sleep(POLL_MS, undefined, { signal: o.signal });
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const { rows } = await client.query(`select count(*) from ${tables.recordings} where status = 'FAILED'`);
  if (Number(rows[0].count) > 0) throw new Error(`${contestant.name} failed recordings`);
  const cpuAfter = cpuSeconds([...pids.values()]);
  const used = [...pids.keys()].map(
    (name, index) => [name, (cpuAfter[index] ?? 0) - (cpuBefore[index] ?? 0)] as const,
  );
  return { recordings: o.recordings, seconds, submittedSeconds, cpuSeconds: new Map(used) };
}
