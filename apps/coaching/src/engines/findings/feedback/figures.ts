import type { Stretch } from '../../conversation/conversation.ts';
import numbers from './numbers.json' with { type: 'json' };

const small = new Set(numbers.small);
const large = new Set(numbers.large);

/** Whether an amount is named: `two forty`, `$89`, `three percent`, `free`; not `three levels`. */
export function namesFigure({ words }: Stretch): boolean {
  return words.some(({ text }, at) => {
    if (/\d/.test(text) || large.has(text)) return true;
    const next = words[at + 1]?.text ?? '';
    return small.has(text) && (small.has(next) || numbers.units.includes(next));
  });
}
