import type { Stretch } from '../../conversation/conversation.ts';
import numbers from './numbers.json' with { type: 'json' };

const small = new Set(numbers.small);
const large = new Set(numbers.large);

const NUMBER = new Set([...numbers.small, ...numbers.large]);
/** After a number: what was counted is not money. */
const COUNTED = new Set(
  'year years month months week weeks day days hour hours minute minutes percent mile miles foot feet panel panels'.split(
    ' ',
  ),
);

export function isNumber(word: string): boolean {
  return /\d/.test(word) || NUMBER.has(word);
}

/** Whether a figure is named that is more than a length of time or a number of things. */
export function namesAmount(stretch: Stretch): boolean {
  const { words } = stretch;
  const isAmount = (at: number) => isNumber(words[at]?.text ?? '');
  // `free` stands alone; the others may say of what they are.
  const after = words.flatMap((_, at) =>
    isAmount(at) && !isAmount(at + 1) ? [words[at + 1]?.text ?? ''] : [],
  );
  return namesFigure(stretch) && after.some((text) => !COUNTED.has(text));
}

/** Whether an amount is named: `two forty`, `$89`, `three percent`, `free`; not `three levels`. */
export function namesFigure({ words }: Pick<Stretch, 'words'>): boolean {
  return words.some(({ text }, at) => {
    if (/\d/.test(text) || large.has(text)) return true;
    const next = words[at + 1]?.text ?? '';
    return small.has(text) && (small.has(next) || numbers.units.includes(next));
  });
}
