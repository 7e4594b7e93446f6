import type { Load } from './load/load.ts';
import type { LoadPlan } from './load/load-plan.ts';
import type { Random } from './random.ts';
import type { ClusterStack } from './stack/cluster-stack.ts';
import type { BaseStack, Stack } from './stack/stack.ts';
import type { Surroundings } from './surroundings.ts';

/** One row of the table: something that breaks for real while submissions and polls go on. */
export interface Fault<S extends BaseStack = Stack> {
  /** The row of the fault matrix, with a letter where one row needs several. */
  readonly row: string;
  /** What it does and what must follow, in one sentence. */
  readonly does: string;
  /** `npm start` by default. */
  readonly startedBy?: S extends ClusterStack ? 'npm run cluster' : 'the previous release';
  /** It has no moment that the seed chooses, or lasts too long: `--runs` does not repeat it. */
  readonly once?: boolean;
  /** Settings of Debrief beside those of every row. */
  readonly settings?: (about: Surroundings) => Record<string, string>;
  readonly load?: (about: Surroundings) => Partial<LoadPlan>;
  /** Clients may see broken connections, because the gateway itself is hit. */
  readonly hitsGateway?: boolean;
  /** For how long nothing can be answered: replies may come so much later. */
  readonly silentSeconds?: number;
  /** False: clients may see 503 with Retry-After, and no 504. */
  readonly mayTimeOut?: boolean;
  /** Otherwise no attempt counts: neither is a worker lost while it transcribes, nor a recording at fault. */
  readonly mayCount?: boolean;
  /** By when everything accepted has ended once the fault is over; three silences of an analysis and a minute by default. */
  readonly healSeconds?: (about: Surroundings) => number;
  /** For what follows from events once everything has ended; 75 by default. */
  readonly followsSeconds?: number;
  /** Sets up what the row needs before the load starts. */
  readonly prepare?: (arena: Arena<S>) => Promise<void>;
  /** Breaks it, and mends it again; the load is running. */
  readonly inject: (arena: Arena<S>) => Promise<void>;
  /** Looks at what only this row promises, once everything accepted has ended. */
  readonly check?: (arena: Arena<S>) => Promise<void>;
}

export type ClusterFault = Fault<ClusterStack> & { readonly startedBy: 'npm run cluster' };
export type AnyFault = Fault | ClusterFault;

/** What a fault works with. */
export interface Arena<S extends BaseStack = Stack> extends Surroundings {
  readonly stack: S;
  readonly load: Load;
  /** Seeded with the seed of the run: a run can be repeated. */
  readonly random: Random;
  /** Aborted by Ctrl-C. */
  readonly stop: AbortSignal;
  sleep(seconds: number): Promise<void>;
  /** A moment of the load that the seed chooses, up to so many seconds from now. */
  moment(withinSeconds: number): Promise<void>;
  /** Asks every 50 ms; what did not come is reported as broken, and the row goes on. */
  until(what: string, seconds: number, isThere: () => boolean | Promise<boolean>): Promise<boolean>;
  /** Measures how long after a fault ends a submission and a read are answered again. */
  resumes(withinSeconds: number): Promise<void>;
  /** Something that was measured, for the table. */
  note(text: string): void;
  /** Something that was promised and is not so. */
  broken(text: string): void;
}
