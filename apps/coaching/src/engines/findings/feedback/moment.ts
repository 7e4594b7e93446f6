import type { Fault } from '../conduct/fault.ts';
import type { Findings } from '../findings.ts';
import type { AdviceKind } from './advice-kinds.ts';

/** What feedback is given on. */
export interface Judged extends Findings {
  faults: readonly Fault[];
}

/** Something worth telling the agent, with the stretches it quotes. */
export interface Moment {
  kind: string;
  text: string;
  stretches: readonly number[];
  /** How sure it is that this happened. */
  probability: number;
  /** How much it says about the agent, against other kinds. */
  worth: number;
}

export interface Advice extends Moment {
  advice: AdviceKind;
}

export type FindAdvice = (judged: Judged) => Advice[];

export type FindMoments = (judged: Judged) => Moment[];
