import type { LabelledTurn, Stretch } from './read-calls.ts';

/** How a text may reach the coach: as written, without punctuation, with words wrong. */
export const conditions = ['written', 'bare', 'noisy'] as const;
export type Condition = (typeof conditions)[number];

export function bareText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}'’\s$%-]/gu, ' ')
    .replaceAll(/\s-\s|--+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Each word with probability 0.1 dropped or replaced by another word of the set. */
export function noisyText(text: string, vocabulary: readonly string[], random: () => number): string {
  return text
    .split(/\s+/)
    .flatMap((word) => {
      if (random() >= 0.1) return [word];
      return random() < 0.5 ? [] : [vocabulary[Math.floor(random() * vocabulary.length)] ?? word];
    })
    .join(' ');
}

/** The same turns in another condition; stretches that lose all their words go. */
export function variedTurns(
  turns: readonly LabelledTurn[],
  change: (text: string) => string,
): LabelledTurn[] {
  const changed = (stretches: Stretch[]): Stretch[] =>
    stretches
      .map((stretch) => ({ ...stretch, text: change(stretch.text) }))
      .filter(({ text }) => /\w/.test(text));
  return turns.map((turn) => ({ ...turn, stretches: changed(turn.stretches) }));
}
