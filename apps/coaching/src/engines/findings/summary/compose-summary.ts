import type { Claim } from '../../conversation/claim.ts';
import { capitalized } from '../capitalized.ts';
import type { Findings, OutcomeCode } from '../findings.ts';
import { punctuated, quotesOf } from '../said.ts';
import { contactWish } from './contact-wish.ts';
import { endingOf } from './ending.ts';
import { obstacles } from './obstacles.ts';
import { type Opening, opening } from './opening.ts';
import { priceNamed } from './price.ts';

/** The opening says all there is of these. */
const briefly = new Set<OutcomeCode>(['left_voicemail', 'wrong_number']);
/** Nobody was asked what they need. */
const withoutWish = new Set<OutcomeCode>(['do_not_contact', 'gatekeeper']);

/** One to six sentences: who called whom about what, what the contact wants, what it costs, what stood in the way, how it ended. */
export function composeSummary(findings: Findings): Claim {
  const { conversation, outcome } = findings;
  if (outcome.code === 'no_conversation') return { text: 'There was no conversation.', quotes: [] };
  const used = new Set<number>();
  const first = opening(findings, used);
  const sentences = [first.text];
  if (!briefly.has(outcome.code)) {
    if (!withoutWish.has(outcome.code)) sentences.push(wish(findings, used, first));
    sentences.push(price(findings, used), obstacles(findings, used), ending(findings, used));
  }
  const text = sentences
    .filter((one) => one !== '')
    .map(capitalized)
    .join(' ');
  const shown = [...used].sort((a, b) => a - b);
  return { text: punctuated(text), quotes: quotesOf(conversation, shown) };
}

function wish(findings: Findings, used: Set<number>, { text, isAbout }: Opening): string {
  const isSecondQuote = findings.conversation.context.incoming === true && text.endsWith('”');
  const found = contactWish(findings, used, { isSecondQuote, isAbout });
  if (found === null) return '';
  used.add(found.stretch.index);
  return found.text;
}

function price(findings: Findings, used: Set<number>): string {
  const found = priceNamed(findings, used);
  if (found === null) return '';
  used.add(found.stretch.index);
  return found.text;
}

function ending(findings: Findings, used: Set<number>): string {
  const found = endingOf(findings, used);
  if (found === null) return '';
  for (const index of found.stretches) used.add(index);
  return /[.?!]”$/.test(found.text) ? found.text : `${found.text}.`;
}
