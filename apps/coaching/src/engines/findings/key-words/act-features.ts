import { type Act, acts } from '../../conversation/acts.ts';
import type { Stretch } from '../../conversation/conversation.ts';

const STEPS = [0.15, 0.35, 0.6, 0.85];

/** `state_purpose2`: the acts of a stretch in steps of their probability. */
export function actFeatures({ acts: chances }: Stretch): string[] {
  return (Object.keys(chances) as Act[]).flatMap((act) => {
    const step = STEPS.filter((least) => (chances[act] ?? 0) >= least).length;
    return step === 0 ? [] : [`${act}${step}`];
  });
}

/** For each act, the stretch that most likely does it in the call. */
export function likeliestOf(stretches: readonly Stretch[]): Map<number, Act[]> {
  const found = new Map<number, Act[]>();
  for (const act of acts) {
    const best = stretches.reduce<Stretch | null>(
      (known, one) => ((one.acts[act] ?? 0) > (known?.acts[act] ?? 0.1) ? one : known),
      null,
    );
    if (best !== null) found.set(best.index, [...(found.get(best.index) ?? []), act]);
  }
  return found;
}
