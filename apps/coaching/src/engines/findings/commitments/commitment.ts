import type { Side } from './names.ts';

/** Something that one side is to do after the call, as one sentence. */
export interface Commitment {
  owner: Side;
  text: string;
  /** Stretches that promise it or ask for it, in order. */
  stretches: number[];
  probability: number;
}

/** A time that both settled on. */
export interface Agreement {
  kind: 'appointment' | 'callback';
  asAgreed: string;
  at: string | null;
  stretches: number[];
  probability: number;
}
