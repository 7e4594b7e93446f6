import { setTimeout as sleep } from 'node:timers/promises';
import { checkAnswers } from './checks/check-answers.ts';
import { checkNothingCounted } from './checks/check-attempts.ts';
import { checkDatabase } from './checks/check-database.ts';
import { checkDisk } from './checks/check-disk.ts';
import type { Arena, Fault } from './fault.ts';
import { REPLY_LIMIT_MS } from './load/client.ts';
import { Load } from './load/load.ts';
import { type LoadPlan, repeated } from './load/load-plan.ts';
import type { Random } from './random.ts';
import type { BaseStack } from './stack/stack.ts';
import type { Surroundings } from './surroundings.ts';

export interface Outcome {
  readonly broken: readonly string[];
  readonly notes: readonly string[];
}

const HEAL_SECONDS = 60;
/** An analysis without news is asked for after one silence, and if that is lost, too, after two more. */
const SILENCES = 3;
/** An event whose handler failed for long is delivered again after a minute at most. */
const FOLLOWS_SECONDS = 75;
const RECORDINGS = 14;

/** One run of a fault: load, fault, healing, invariants. */
export async function runFault<S extends BaseStack>(
  fault: Fault<S>,
  stack: S,
  surroundings: Surroundings,
  random: Random,
  stop: AbortSignal,
): Promise<Outcome> {
  const broken = new Set<string>();
  const notes: string[] = [];
  const exitsBefore = stack.unexpectedExits().length;
  const plan: LoadPlan = {
    recordings: repeated(RECORDINGS, surroundings.audio.short),
    overSeconds: 4,
    ...fault.load?.(surroundings),
  };
  const { hitsGateway = false, mayTimeOut = true, silentSeconds = 0 } = fault;
  const replyLimitMs = REPLY_LIMIT_MS + silentSeconds * 1000;
  const load = new Load({ stack, plan, random, broken, hitsGateway, mayTimeOut, replyLimitMs });
  const arena: Arena<S> = {
    ...surroundings,
    ...{ stack, load, random, stop },
    note: (text) => void notes.push(text),
    broken: (text) => void broken.add(text),
    sleep: (seconds) => sleep(seconds * 1000, undefined, { signal: stop }),
    moment: (withinSeconds) => sleep(random.next() * withinSeconds * 1000, undefined, { signal: stop }),
    async until(what, seconds, isThere) {
      const giveUpAtMs = Date.now() + seconds * 1000;
      while (!(await isThere())) {
        if (Date.now() > giveUpAtMs) {
          broken.add(`not within ${seconds} s: ${what}`);
          return false;
        }
        await sleep(50, undefined, { signal: stop });
      }
      return true;
    },
    resumes: (withinSeconds) => measureResumption(arena, withinSeconds),
  };
  try {
    await fault.prepare?.(arena);
    load.start();
    await fault.inject(arena);
    const healedAtMs = Date.now();
    const healSeconds =
      fault.healSeconds?.(surroundings) ?? HEAL_SECONDS + SILENCES * Number(surroundings.setting(600, 10));
    const hasSettled = await load.settles(healSeconds * 1000, stop);
    if (!hasSettled) broken.add('I1: not everything ended in time');
    notes.push(`ended ${((Date.now() - healedAtMs) / 1000).toFixed(1)} s after`);
    notes.push(`${await claimedAgain(stack, load)} claimed again`);
    notes.push(`slowest reply ${(load.client.slowestMs / 1000).toFixed(1)} s`);
    if (!fault.mayCount) await checkNothingCounted(arena);
    await fault.check?.(arena);
    for (const one of await checkAnswers(stack, load, stop)) broken.add(one);
    if (hasSettled)
      for (const one of await checkDatabase(stack, (fault.followsSeconds ?? FOLLOWS_SECONDS) * 1000))
        broken.add(one);
    if (hasSettled) for (const one of await checkDisk(stack)) broken.add(one);
  } catch (error) {
    broken.add(`the row broke off: ${(error as Error).message.slice(0, 1000)}`);
  } finally {
    load.stop();
    await stack.stopReplicas();
  }
  for (const exit of stack.unexpectedExits().slice(exitsBefore)) broken.add(`I6: ended by itself: ${exit}`);
  return { broken: [...broken], notes };
}

/** Recordings of the load that were handed out more than once. */
async function claimedAgain(stack: BaseStack, { recordings }: Load): Promise<number> {
  const ids = recordings.map(({ recordingId }) => recordingId);
  const sql = 'select from ingest.recordings where attempt > 1 and external_recording_id = any ($1)';
  return (await stack.postgres.query(sql, [ids])).length;
}

/** A submission and a read are both answered; the submission is one more of the load. */
async function measureResumption(arena: Arena<BaseStack>, withinSeconds: number): Promise<void> {
  const { load, stack, audio, note, broken, stop } = arena;
  const startedAtMs = Date.now();
  const tenant = stack.tenants[0];
  await load.submit(tenant, { url: audio.short, end: 'COMPLETED' });
  await load.client.insist(() => load.client.get(tenant, '/calls?limit=1'), stop);
  const seconds = (Date.now() - startedAtMs) / 1000;
  note(`resumed after ${seconds.toFixed(1)} s`);
  if (seconds > withinSeconds) broken(`resumed after ${seconds.toFixed(1)} s and not ${withinSeconds}`);
}
