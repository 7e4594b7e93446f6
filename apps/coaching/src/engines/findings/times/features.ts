import type { Act } from '../../conversation/acts.ts';
import { chance, type Stretch } from '../../conversation/conversation.ts';
import type { Mention } from './mentions.ts';

/** What something is judged by; what is zero is left out. */
export type Features = Map<string, number>;

export const roles = ['agent', 'contact'] as const;

export function note(features: Features, name: string, value: number): void {
  if (value !== 0) features.set(name, value);
}

export function most(stretches: readonly Stretch[], ...acts: readonly Act[]): number {
  return stretches.reduce((high, stretch) => Math.max(high, chance(stretch, ...acts)), 0);
}

/** The likeliest of each act in a part of a call, by who does it. */
export function noteMost(
  features: Features,
  prefix: string,
  stretches: readonly Stretch[],
  acts: readonly Act[],
): void {
  const highest: Partial<Record<Act, number>> = {};
  for (const stretch of stretches)
    for (const act of acts) highest[act] = Math.max(highest[act] ?? 0, stretch.acts[act] ?? 0);
  for (const act of acts) note(features, `${prefix} ${act}`, highest[act] ?? 0);
}

/** How likely a stretch puts a time forward or says it again. */
export function puts({ acts }: Stretch): number {
  const { propose_time = 0, counter_time = 0, recap = 0, correct = 0 } = acts;
  return Math.min(1, propose_time + counter_time + recap + correct);
}

export function stretchesOf(mentions: readonly Mention[]): Stretch[] {
  return [...new Set(mentions.map(({ stretch }) => stretch))];
}
