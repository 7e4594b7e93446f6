import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Agreement, Commitment, OutcomeCode } from '../findings.ts';
import type { ChoiceModel } from '../key-words/choice-model.ts';
import { asksOffList } from '../outcome/asks-off-list.ts';
import { withAgreements } from './agreement-items.ts';
import type { Action } from './find-actions.ts';
import {
  isAccepted,
  isAtOnce,
  isDone,
  isDuringCall,
  isForbidden,
  isOwnAffair,
  stands,
} from './is-for-later.ts';
import { isStillDue } from './is-still-due.ts';
import { mergeCommitments, unsaidItems, withoutRepeats } from './merge-commitments.ts';
import { namesOf } from './names.ts';
import { ownerOf } from './setting-of.ts';
import { spokenWords } from './spoken-words.ts';
import { isTurnedDown, leftOf } from './taken-back.ts';
import { type WeighedCandidate, weighDue } from './weigh-due.ts';
import { wordItem } from './word-item.ts';

/** Chosen on 560 calls, 240 of them by weights that had not seen the writer: nine of ten are right, seven of ten found. */
const LEAST_PROBABILITY = 0.48;
/** Nobody who asked to be left alone is to be called again. */
const REMOVED_FROM = 0.2;
/** A promise that is this likely the removal is no other. */
const HONORED_FROM = 0.3;
/** Asked so plainly that it counts without an answer. */
const CLEARLY = 0.6;
/** Asked for in passing, and nobody said yes. */
const TAKEN_FROM = 0.7;
const UNMISTAKABLE = 0.9;
/** A promise this likely is kept after the call, whatever its words say. */
const SURELY_LATER = 0.6;
/** Of the plainest wish. */
const AS_PLAIN = 0.9;
/** An agent who was asked to remove a number and never agreed still has to: right to say, less sure to be counted. */
const NOT_HONORED = 0.6;

/** Other words for taking somebody off the list. */
const UNLISTED = /\b(?:do not call|no contact|off (?:the|our) (?:call|calling)? ?list)\b/i;

/** What each side is to do after the call: promised, or asked for and not refused. One item for one thing. */
export function findCommitments(
  conversation: Conversation,
  agreements: readonly Agreement[],
  code: OutcomeCode | null = null,
  weights?: ChoiceModel,
): Commitment[] {
  const phrased: Commitment[] = [];
  const quoted: Commitment[] = [];
  const seen = new Set<string>();
  // Whoever comes to an appointment may never have been named.
  const visitor = agreements.some(({ kind }) => kind === 'appointment') ? 'whoever comes' : null;
  for (const candidate of weighDue(conversation, code, weights)) {
    const { stretch, act: kind, probability } = candidate;
    if (probability < LEAST_PROBABILITY || !stands(conversation, stretch, kind, probability)) continue;
    const item = { owner: ownerOf(stretch, kind), stretches: [stretch.index], probability };
    const actions = laterActions(conversation, candidate);
    if (actions === null) continue;
    const isTaken =
      kind === 'promise' ||
      isAccepted(conversation, stretch) ||
      chance(stretch, kind) >= CLEARLY ||
      probability >= TAKEN_FROM;
    if (!isTaken) continue;
    // One quotation of a side and a turn is kept: what is said a thousand times is looked at once.
    const place = `${item.owner} ${stretch.turn}`;
    const wording = wordItem(conversation, {
      ...{ candidate, actions, code, visitor },
      isSeen: seen.has(place),
    });
    const { texts = [], isWhole = false } = wording ?? {};
    for (const text of texts) (isWhole ? phrased : quoted).push({ ...item, text });
    if (texts.length > 0 && !isWhole) seen.add(place);
  }
  const merged = mergeCommitments(conversation, phrased);
  const own = withoutRepeats(conversation, merged, unsaidItems(conversation, quoted, merged));
  const isDue = (item: Commitment): boolean => isStillDue(conversation, item, agreements, code);
  const taken = removals(conversation, code).filter(({ probability }) => probability >= REMOVED_FROM);
  // `I'll get you out of the system` is what taking off the list is told for.
  const isRemoval = ({ owner, stretches, text }: Commitment): boolean =>
    owner === 'agent' &&
    (UNLISTED.test(text) || stretches.every((index) => isHonored(conversation.stretches[index])));
  const left = taken.length === 0 ? own : own.filter((item) => !isRemoval(item));
  const sure = [...left.filter(isDue), ...taken];
  // Whether a time is agreed is decided where times are found.
  return withAgreements(conversation, agreements, sure).sort(
    (a, b) => (a.stretches[0] ?? 0) - (b.stretches[0] ?? 0),
  );
}

function isHonored(stretch: Stretch | undefined): boolean {
  return stretch !== undefined && chance(stretch, 'honor_opt_out') >= HONORED_FROM;
}

/** What is left to be done, none where it seems to be done in the call; null where it was refused, forbidden or taken back. */
function laterActions(
  conversation: Conversation,
  { stretch, act: kind, actions, probability }: WeighedCandidate,
): Action[] | null {
  if (isOwnAffair(conversation, stretch)) return null;
  const said = actions.length > 0 ? actions : [wholeOf(conversation, stretch)];
  if (kind === 'promise' && (isTurnedDown(conversation, stretch) || isPromisedNot(stretch))) return null;
  const standing = said.filter(
    (action) =>
      !isDone(conversation, stretch, action, kind) &&
      !isAtOnce(stretch, action) &&
      !isForbidden(conversation, stretch, action) &&
      leftOf(conversation, stretch, action) !== null,
  );
  if (standing.length === 0) return null;
  // How likely it is knows of that already.
  const isSure = kind === 'promise' && probability >= SURELY_LATER;
  return standing
    .filter((action) => isSure || !isDuringCall(conversation, stretch, action, kind))
    .flatMap((action) => leftOf(conversation, stretch, action) ?? []);
}

/** `I'm not promising I'll fill it in`, `I'm not gonna pester you before January` leave nothing to do; `but I'll send it` does. */
function isPromisedNot({ text }: Stretch): boolean {
  if (/\bbut\b|,\s+(?:i|we)(?:['’]ll| will)\b/i.test(text)) return false;
  return (
    /\b(?:not|can['’]t|won['’]t|don['’]t|cannot) promis/i.test(text) ||
    /^(?:\p{L}+,? ){0,2}(?:i|we)(?:['’]m| am|['’]re| are) not (?:gonna|going to) (?!lie|forget|let you)/iu.test(
      text.trim(),
    )
  );
}

/** `Paper copy's going in the mail`: nothing but the stretch itself says what is to be done. */
function wholeOf(conversation: Conversation, stretch: Stretch): Action {
  const words = spokenWords(conversation, stretch);
  const { start, end } = stretch;
  return { words, start, end, isNegated: false, isHalf: true, doer: [], weight: 1 };
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
  const inWords = code === 'do_not_contact' ? asksOffList(conversation) : null;
  if (all.length === 0 && inWords !== null) all.push(inWords);
  if (all.length === 0 || !isEnough) return [];
  // A threat after the wish is said in the same breath, and is not the wish.
  const plain = all.filter((stretch) => chance(stretch, 'honor_opt_out', 'opt_out') >= AS_PLAIN * most);
  const stretches = clearestOfTurns(plain, 'honor_opt_out', 'opt_out');
  const { contact } = namesOf(conversation);
  const text = `Take ${contact === 'the contact' ? 'the number' : contact} off the call list`;
  const probability =
    (inWords === null ? most : Math.max(most, UNMISTAKABLE)) * (honored.length > 0 ? 1 : NOT_HONORED);
  return [{ owner: 'agent', text, stretches: stretches.map(({ index }) => index), probability }];
}
