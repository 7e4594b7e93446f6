import { type ConversationDocument, textsOf, type Unit } from '../text/document.ts';

const MONEY = new Set([
  'dollar',
  'dollars',
  'bucks',
  'price',
  'prices',
  'cost',
  'costs',
  'payment',
  'payments',
  'budget',
  'fee',
  'fees',
  'hundred',
  'thousand',
  'pay',
  'monthly',
  'deposit',
  'premium',
  'quote',
  'pounds',
  'euros',
  'rate',
]);

/** Whether a sentence, or the other speaker's words just before it, are about money. */
export function speaksOfMoney(document: ConversationDocument, unit: Unit): boolean {
  if (mentionsMoney(document, unit)) return true;
  const before = document.turns[unit.turn - 1];
  if (before === undefined) return false;
  return document.units.slice(before.fromUnit, before.toUnit).some((own) => mentionsMoney(document, own));
}

export function mentionsMoney(document: ConversationDocument, unit: Unit): boolean {
  return textsOf(document, unit).some((text) => MONEY.has(text));
}
