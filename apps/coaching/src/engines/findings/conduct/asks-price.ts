import type { Stretch } from '../../conversation/conversation.ts';

const PRICE_WORDS = new Set(
  'price prices pricing priced cost costs costing charge charges much fee fees rate rates pay paying pays run runs money dollars pounds bucks quid figure number total bill premium payment interest ballpark quote monthly get take come worth'.split(
    ' ',
  ),
);

/** Whether a question speaks of money: what the classifier takes for a question for the price may be another. */
export function asksPrice({ words }: Stretch): boolean {
  return words.some(({ text }) => PRICE_WORDS.has(text));
}
