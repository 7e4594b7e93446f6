import type { Conversation } from '../../conversation/conversation.ts';
import type { Commitment, OutcomeCode } from '../findings.ts';
import type { DueCandidate } from './due-candidates.ts';
import { namesBefore } from './names-before.ts';
import { ownerOf } from './setting-of.ts';
import type { Wording } from './wordings.ts';

/** What cannot be said in other words, quoted with what tells what is meant. */
export function quotedItem(
  conversation: Conversation,
  { stretch, act }: DueCandidate,
  { said, beside }: Wording,
  code: OutcomeCode | null,
): string {
  const names = namesBefore(conversation, stretch);
  // Of whoever answered nobody knows that it was the contact.
  if (code === 'wrong_number' || code === 'gatekeeper') names.contact = 'whoever answered';
  const other = names[ownerOf(stretch, act) === 'agent' ? 'contact' : 'agent'];
  const opening = act === 'promise' ? `Keep the promise to ${other}` : `See to what ${other} asked`;
  const joined = beside?.kind === 'answered' ? 'in answer to' : 'after';
  return `${opening}: “${said}”${beside === null ? '' : `, ${joined} “${beside.said}”`}`;
}

/** Quoted items of which no other item speaks, one for each owner and turn, the surest first. */
export function unsaidItems(
  { stretches }: Conversation,
  quoted: readonly Commitment[],
  known: readonly Commitment[],
): Commitment[] {
  const turnOf = (index: number): number => stretches[index]?.turn ?? 0;
  const kept: Commitment[] = [];
  for (const item of quoted.toSorted((a, b) => b.probability - a.probability)) {
    const turn = turnOf(item.stretches[0] ?? 0);
    const isNear = (one: Commitment): boolean =>
      one.owner === item.owner && one.stretches.some((index) => Math.abs(turnOf(index) - turn) <= 1);
    if (![...known, ...kept].some(isNear)) kept.push(item);
  }
  return kept;
}
