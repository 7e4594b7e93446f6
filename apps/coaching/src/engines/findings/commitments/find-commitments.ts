import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Agreement, Commitment, OutcomeCode } from '../findings.ts';
import type { ChoiceModel } from '../key-words/choice-model.ts';
import { withAgreements } from './agreement-items.ts';
import { askedFor } from './asked-for.ts';
import type { Action } from './find-actions.ts';
import { isAccepted, isDuringCall, isForbidden, isLasting, isOwnAffair, stands } from './is-for-later.ts';
import { isGivenUp } from './is-given-up.ts';
import { isStillDue } from './is-still-due.ts';
import { mergeCommitments, unsaidItems, withoutRepeats } from './merge-commitments.ts';
import { namesBefore } from './names-before.ts';
import { phrasedText, wholeList } from './phrased-text.ts';
import { plainItem, toldItem } from './plain-item.ts';
import { quotedItem } from './quoted-items.ts';
import { removalItems } from './removal-items.ts';
import { ownerOf } from './setting-of.ts';
import type { Sides } from './spoken-to-owner.ts';
import { spokenWords } from './spoken-words.ts';
import { type WeighedCandidate, weighDue } from './weigh-due.ts';
import { wholeObject } from './whole-object.ts';
import { wholeTask } from './whole-task.ts';
import { withContext } from './with-context.ts';

/** Chosen on 740 calls, 240 of them by weights that had not seen the writer: nine of ten are right, six of ten found. */
const LEAST_PROBABILITY = 0.48;
/** What is said in the words of its sentence, or quoted, was not understood word by word. */
const QUOTED_FROM = 0.54;
/** What is so surely due is quoted also where the quotation alone tells a stranger little. */
const TOLD_ANYWAY_FROM = 0.6;
/** A promise with a lasting verb, in the words of its sentence. */
const PLAIN_FROM = 0.5;
/** What is surely due with a lasting verb is not over before the call is. */
const SURELY_DUE = 0.7;
/** Asked so plainly that it counts without an answer. */
const CLEARLY = 0.6;
/** Asked for in passing, and nobody said yes. */
const TAKEN_FROM = 0.7;

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
  const isComing = code === 'appointment_set' || agreements.some(({ kind }) => kind === 'appointment');
  const visitor = isComing ? 'whoever comes' : null;
  for (const candidate of weighDue(conversation, code, weights)) {
    const { stretch, act: kind, probability } = candidate;
    if (probability < LEAST_PROBABILITY || !stands(conversation, stretch, kind, probability)) continue;
    const isTaken =
      kind === 'promise' ||
      isAccepted(conversation, stretch) ||
      chance(stretch, kind) >= CLEARLY ||
      probability >= TAKEN_FROM;
    if (!isTaken) continue;
    const item = { owner: ownerOf(stretch, kind), stretches: [stretch.index], probability };
    const actions = laterActions(conversation, candidate);
    const names = namesBefore(conversation, stretch);
    const sidesOf = (): Sides => ({
      owner: names[item.owner],
      other: names[item.owner === 'agent' ? 'contact' : 'agent'],
    });
    // Said, or known to lack what is to be done with: then a quotation would lack it as well.
    let isSaid = false;
    const add = (worded: string): void => {
      const text = wholeTask(worded, sidesOf().other);
      isSaid ||= text === null;
      if (text === null) return;
      const whole = wholeObject(conversation, stretch, kind, sidesOf(), text);
      const isMarked = /[.?!,]/.test(conversation.transcript.segments[stretch.segment]?.text ?? '');
      const told = whole ?? withContext(conversation, stretch, kind, text) ?? (isMarked ? null : text);
      if (told !== null) phrased.push({ ...item, text: told });
      isSaid ||= told !== null;
    };
    const texts = actions.flatMap(
      (action) => phrasedText(conversation, stretch, action, kind, visitor) ?? [],
    );
    if (actions.length === 1)
      texts.splice(0, 1, ...texts.slice(0, 1).map((text) => wholeList(conversation, stretch, kind, text)));
    for (const text of texts) add(text);
    const isSure = probability >= QUOTED_FROM;
    const isToldAnyway = probability >= TOLD_ANYWAY_FROM;
    if (
      isSaid ||
      (texts.length > 0 && !isToldAnyway) ||
      (!isSure && (kind === 'request' || probability < PLAIN_FROM))
    )
      continue;
    // Of whoever answered nobody knows that it was the contact.
    if (code === 'wrong_number' || code === 'gatekeeper') {
      if (kind === 'request') continue;
      names.contact = 'whoever answered';
    }
    const sides = sidesOf();
    if (code === 'wrong_number' && actions.some(isOfRecord)) {
      phrased.push({ ...item, text: 'Take the number off the file' });
      continue;
    }
    const worded = actions.filter((action) => isSure || isLasting(action));
    const plain = worded.flatMap(
      (action) => plainItem(conversation, stretch, action, kind, sides, visitor) ?? [],
    );
    for (const text of new Set(plain)) add(text);
    if (isSaid || (plain.length > 0 && !isToldAnyway) || !isSure) continue;
    const requests = kind === 'promise' ? askedFor(conversation, stretch, actions) : [];
    const asked = first(requests, ({ line, action }) => {
      const text = plainItem(conversation, line, action, 'request', sides, visitor);
      return text === null ? null : { ...item, text, stretches: [line.index, stretch.index] };
    });
    if (asked !== null) {
      phrased.push(asked);
      continue;
    }
    // One quotation of a side and a turn is kept: what is said a thousand times is looked at once.
    const place = `${item.owner} ${stretch.turn}`;
    if (seen.has(place)) continue;
    const said =
      first(actions, (action) => toldItem(conversation, stretch, action, kind, sides)) ??
      first(requests, ({ line, action }) =>
        quotedItem(conversation, line, action, 'request', sides.other, isToldAnyway),
      ) ??
      first(actions, (action) => quotedItem(conversation, stretch, action, kind, sides.other, isToldAnyway));
    if (said === null) continue;
    quoted.push({ ...item, text: said });
    seen.add(place);
  }
  const merged = mergeCommitments(conversation, phrased);
  const own = withoutRepeats(conversation, merged, unsaidItems(conversation, quoted, merged));
  const due = own.filter(
    (item) => !isGivenUp(conversation, item) && isStillDue(conversation, item, agreements, code),
  );
  // Whether a time is agreed is decided where times are found.
  return withAgreements(conversation, agreements, [...due, ...removalItems(conversation, code)]).sort(
    (a, b) => (a.stretches[0] ?? 0) - (b.stretches[0] ?? 0),
  );
}

/** The first of them of which something can be said. */
function first<One, Said>(all: readonly One[], say: (one: One) => Said | null): Said | null {
  for (const one of all) {
    const said = say(one);
    if (said !== null) return said;
  }
  return null;
}

/** Of a wrong number there is one thing to put right, however that is said. */
function isOfRecord({ words: [verb], isNegated }: Action): boolean {
  return !isNegated && RECORDING.has(verb?.text ?? '');
}

const RECORDING = new Set('fix correct update change mark note take remove delete clear get'.split(' '));

function laterActions(
  conversation: Conversation,
  { stretch, act: kind, actions, probability }: WeighedCandidate,
): Action[] {
  if (isOwnAffair(conversation, stretch)) return [];
  const said = actions.length > 0 ? actions : [wholeOf(conversation, stretch)];
  const isOver = (action: Action): boolean =>
    isDuringCall(conversation, stretch, action, kind, probability >= SURELY_DUE);
  return said.filter((action) => !isOver(action) && !isForbidden(conversation, stretch, action));
}

/** `Paper copy's going in the mail`: nothing but the stretch itself says what is to be done. */
function wholeOf(conversation: Conversation, stretch: Stretch): Action {
  const words = spokenWords(conversation, stretch);
  const { start, end } = stretch;
  return { words, start, end, isNegated: false, isHalf: true, doer: [], weight: 1 };
}
