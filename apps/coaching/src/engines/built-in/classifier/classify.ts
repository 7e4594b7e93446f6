import { contextFeatures, sigmoid } from './context-features.ts';
import { findPassages, findStretches } from './find-stretches.ts';
import type { JudgedStretch } from './judged-stretch.ts';
import type { ActModel } from './model-file.ts';
import { apply, evaluate } from './network.ts';
import type { SpokenTurn } from './read-words.ts';
import { type Unit, unitFeatures } from './unit-features.ts';

/** Cuts the turns into stretches and judges each, in time linear in the length of the call. */
export function judge(model: Omit<ActModel, 'context'>, turns: readonly SpokenTurn[]): JudgedStretch[] {
  const stretches = turns.flatMap((turn, index) => findStretches(model, turn, index));
  const passages = findPassages(stretches);
  let passage = 0;
  let ofTurn: Float32Array | null = null;
  return stretches.map((unit) => {
    const ofStretch = evaluate(model.network, unitFeatures(turns, unit));
    while (!holds(passages[passage] as Unit, unit)) {
      passage += 1;
      ofTurn = null;
    }
    const whole = passages[passage] as Unit;
    const isWhole = whole.from === unit.from && whole.to === unit.to;
    ofTurn ??= isWhole ? ofStretch : evaluate(model.network, unitFeatures(turns, whole));
    return { unit, role: (turns[unit.turn] as SpokenTurn).role, ofStretch, ofTurn };
  });
}

function holds(passage: Unit, unit: Unit): boolean {
  return passage.turn === unit.turn && passage.to >= unit.to;
}

/** The probability of each output for each stretch, seen with those around it. */
export function likelihoods(
  { context }: Pick<ActModel, 'context'>,
  judged: readonly JudgedStretch[],
): Float32Array[] {
  return Array.from(contextFeatures(judged), (features) => apply(context, features).map(sigmoid));
}
