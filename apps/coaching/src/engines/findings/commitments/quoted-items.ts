import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import type { Commitment } from './commitment.ts';
import type { Action } from './find-actions.ts';
import type { Kind } from './is-for-later.ts';
import { prepositions } from './word-classes.ts';

const LEAST_WORDS = 3;
const MOST_WORDS = 12;
const FREE_PARTICLES = new Set(['over', 'through', 'up', 'out', 'off', 'down', 'across', 'along']);
const SURE_WORDING = 0.9;

/** What cannot be said in other words is quoted, where it is short and one clause. Null where it is not. */
export function quotedItem(
  { transcript }: Conversation,
  { segment }: Stretch,
  action: Action,
  kind: Kind,
  other: string,
): string | null {
  if (action.weight < SURE_WORDING || action.doer.length > 0 || action.isNegated) return null;
  const said = transcript.segments[segment]?.text.slice(action.start, action.end) ?? '';
  const last = action.words.at(-1)?.text ?? '';
  if (prepositions.has(last) && !FREE_PARTICLES.has(last)) return null;
  const size = said.split(/\s+/).length;
  if (size < LEAST_WORDS || size > MOST_WORDS || /[.?!…]\s/.test(said)) return null;
  return kind === 'promise'
    ? `Keep the promise to ${other}: “${said}”`
    : `See to what ${other} asked: “${said}”`;
}

/** Quoted items of which no other item speaks, one for each owner and turn. */
export function unsaidItems(
  { stretches }: Conversation,
  quoted: readonly Commitment[],
  known: readonly Commitment[],
): Commitment[] {
  const turnOf = (index: number): number => stretches[index]?.turn ?? 0;
  const kept: Commitment[] = [];
  for (const item of quoted) {
    const turn = turnOf(item.stretches[0] ?? 0);
    const isNear = (one: Commitment): boolean =>
      one.owner === item.owner && one.stretches.some((index) => Math.abs(turnOf(index) - turn) <= 1);
    if (![...known, ...kept].some(isNear)) kept.push(item);
  }
  return kept;
}
