import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Agreement, Commitment, OutcomeCode } from '../findings.ts';
import type { ChoiceModel } from '../key-words/choice-model.ts';
import { withAgreements } from './agreement-items.ts';
import type { Action } from './find-actions.ts';
import { isAccepted, stands } from './is-for-later.ts';
import { isStillDue } from './is-still-due.ts';
import { mergeCommitments, withoutRepeats } from './merge-commitments.ts';
import { namesOf } from './names.ts';
import { itemsInOurWords, laterActions } from './phrase-items.ts';
import { quotedItem, unsaidItems } from './quoted-items.ts';
import { ownerOf } from './setting-of.ts';
import { type WeighedCandidate, weighDue } from './weigh-due.ts';
import { clearestWording } from './weigh-wordings.ts';

/** Chosen on 300 calls, of which 240 by weights that had not seen the writer: `training/measure-due.ts`. */
const LEAST_PROBABILITY = 0.3;
/** Asked so plainly that it counts without an answer. */
const CLEARLY = 0.6;
/** That it is still due, and that a stranger knows what it is. */
const REPORTED_FROM = 0.4;
const MOST_OF_TURN = 4;
const SURE_WORDING = 0.9;
/** `I can put a note`, where that is clearly a promise. */
const OFFERED = 0.7;
const LIKELY = 0.5;
/** Asked for in passing, and nobody said yes. */
const TAKEN_FROM = 0.7;
const UNMISTAKABLE = 0.9;
/** Of the plainest wish. */
const AS_PLAIN = 0.9;
/** An agent who was asked to remove a number and never agreed still has to: right to say, less sure to be counted. */
const NOT_HONORED = 0.6;

/** The trained ones where they are left out. */
export interface CommitmentWeights {
  /** What is still due. */
  due?: ChoiceModel | undefined;
  /** Which words a stranger understands. */
  clear?: ChoiceModel | undefined;
}

/** What each side is to do after the call: promised, or asked for and not refused. One item for one thing. */
export function findCommitments(
  conversation: Conversation,
  agreements: readonly Agreement[],
  code: OutcomeCode | null = null,
  { due, clear }: CommitmentWeights = {},
): Commitment[] {
  const phrased: Commitment[] = [];
  const quoted: Commitment[] = [];
  // Whoever comes to an appointment may never have been named.
  const visitor = agreements.some(({ kind }) => kind === 'appointment') ? 'whoever comes' : null;
  for (const candidate of likeliestOfTurns(weighDue(conversation, code, due))) {
    const { stretch, act: kind, probability } = candidate;
    if (!stands(conversation, stretch, kind)) continue;
    const isTaken =
      kind === 'promise' || isAccepted(conversation, stretch) || chance(stretch, kind) >= CLEARLY;
    const actions = laterActions(conversation, candidate);
    const isDone = candidate.actions.length > 0 && actions.length === 0;
    if (isDone || (!isTaken && probability < TAKEN_FROM)) continue;
    const items = itemsInOurWords(conversation, candidate, actions, visitor);
    const wording = clearestWording(conversation, { ...candidate, actions }, items, clear);
    if (wording === null || probability * wording.probability < REPORTED_FROM) continue;
    const item = { owner: ownerOf(stretch, kind), stretches: [stretch.index], probability };
    if (wording.quote === null) for (const text of items) phrased.push({ ...item, text });
    else if (isTaken && isBinding(candidate, actions))
      quoted.push({ ...item, text: quotedItem(conversation, candidate, wording.quote, code) });
  }
  const merged = mergeCommitments(conversation, phrased);
  const own = withoutRepeats(conversation, merged, unsaidItems(conversation, quoted, merged));
  const isDue = (item: Commitment): boolean => isStillDue(conversation, item, agreements, code);
  const taken = removals(conversation, code).filter(({ probability }) => probability >= LEAST_PROBABILITY);
  const sure = [...own.filter(isDue), ...taken];
  // Whether a time is agreed is decided where times are found.
  return withAgreements(conversation, agreements, sure).sort(
    (a, b) => (a.stretches[0] ?? 0) - (b.stretches[0] ?? 0),
  );
}

/** Of `I can hold it` the act must be sure as well; `I won't` leaves nothing to do. Words without a verb of ours are left to the weights. */
function isBinding({ stretch, act }: WeighedCandidate, actions: readonly Action[]): boolean {
  const isSure = chance(stretch, act) >= LIKELY;
  return (
    actions.length === 0 ||
    actions.some(({ isNegated, weight }) => !isNegated && weight >= (isSure ? OFFERED : SURE_WORDING))
  );
}

/** The likeliest few of each side and turn, in the order of the call: what is said a thousand times is looked at as often. */
function likeliestOfTurns(candidates: readonly WeighedCandidate[]): WeighedCandidate[] {
  const found = new Map<string, WeighedCandidate[]>();
  for (const candidate of candidates) {
    if (candidate.probability < LEAST_PROBABILITY) continue;
    const place = `${ownerOf(candidate.stretch, candidate.act)} ${candidate.stretch.turn}`;
    const beside = found.get(place) ?? [];
    found.set(
      place,
      [...beside, candidate].sort((a, b) => b.probability - a.probability).slice(0, MOST_OF_TURN),
    );
  }
  const kept = new Set([...found.values()].flat());
  return candidates.filter((candidate) => kept.has(candidate));
}

/** The words that say it best, one stretch a turn. */
function clearestOfTurns(stretches: readonly Stretch[], ...acts: readonly Act[]): Stretch[] {
  const best = new Map<number, Stretch>();
  for (const one of stretches) {
    const known = best.get(one.turn);
    if (known === undefined || chance(one, ...acts) > chance(known, ...acts)) best.set(one.turn, one);
  }
  return [...best.values()];
}

/** Whoever asks to be left alone is to be taken off the list. */
function removals(conversation: Conversation, code: OutcomeCode | null): Commitment[] {
  const likely = (act: 'honor_opt_out' | 'opt_out'): Stretch[] =>
    conversation.stretches.filter(
      (stretch) => chance(stretch, act) > 0.5 && chance(stretch, act) > chance(stretch, 'obstruct_opt_out'),
    );
  const honored = likely('honor_opt_out');
  const all = honored.length > 0 ? honored : likely('opt_out');
  const most = Math.max(0, ...all.map((stretch) => chance(stretch, 'honor_opt_out', 'opt_out')));
  // `Take me off for four` takes an appointment back.
  const isEnough = code === null || code === 'do_not_contact' || most >= UNMISTAKABLE;
  if (all.length === 0 || !isEnough) return [];
  // A threat after the wish is said in the same breath, and is not the wish.
  const plain = all.filter((stretch) => chance(stretch, 'honor_opt_out', 'opt_out') >= AS_PLAIN * most);
  const stretches = clearestOfTurns(plain, 'honor_opt_out', 'opt_out');
  const { contact } = namesOf(conversation);
  const text = `Take ${contact === 'the contact' ? 'the number' : contact} off the call list`;
  const probability = most * (honored.length > 0 ? 1 : NOT_HONORED);
  return [{ owner: 'agent', text, stretches: stretches.map(({ index }) => index), probability }];
}
