import type { Agreement } from '../src/engines/findings/findings.ts';
import type { LabelledCall } from './read-calls.ts';

/** The times that a call's writer says were agreed. */
export function agreementsOf(call: LabelledCall): Agreement[] {
  const stretchesOf = (turn: number): number[] => {
    const from = call.turns.slice(0, turn).reduce((sum, { stretches }) => sum + stretches.length, 0);
    return (call.turns[turn]?.stretches ?? []).map((_, i) => from + i);
  };
  const kinds = [['appointment', call.appointment] as const, ['callback', call.callback] as const];
  return kinds.flatMap(([kind, time]): Agreement[] =>
    time === null
      ? []
      : [
          {
            kind,
            asAgreed: time.words,
            at: time.at,
            stretches: stretchesOf(time.turn),
            probability: 1,
            isSure: true,
          },
        ],
  );
}
