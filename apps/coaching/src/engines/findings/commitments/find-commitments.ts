import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Agreement, Commitment, OutcomeCode } from '../findings.ts';
import type { ChoiceModel } from '../key-words/choice-model.ts';
import { asksOffList } from '../outcome/asks-off-list.ts';
import { withAgreements } from './agreement-items.ts';
import type { Action } from './find-actions.ts';
import { isAccepted, isDuringCall, isForbidden, isOwnAffair, type Kind, stands } from './is-for-later.ts';
import { isPlain } from './is-plain.ts';
import { isReadable } from './is-readable.ts';
import { isStillDue } from './is-still-due.ts';
import { mergeCommitments, unsaidItems, withoutRepeats } from './merge-commitments.ts';
import { namesOf } from './names.ts';
import { namesBefore } from './names-before.ts';
import { phraseAction } from './phrase-action.ts';
import { plainItem } from './plain-item.ts';
import { quotedPromise, saidWithContext } from './said-with-context.ts';
import { sayPlainly } from './say-plainly.ts';
import { ownerOf, settingOf } from './setting-of.ts';
import { spokenWords } from './spoken-words.ts';
import { type WeighedCandidate, weighDue } from './weigh-due.ts';
import { withContext } from './with-context.ts';
import { weakVerbs } from './word-classes.ts';

/** Chosen on 560 calls, 240 of them by weights that had not seen the writer: nine of ten are right, seven of ten found. */
const LEAST_PROBABILITY = 0.48;
/** What is said in the words of its sentence, or quoted, was not understood word by word. Chosen on 120 more. */
const TOLD_FROM = 0.52;
const QUOTED_FROM = 0.6;
/** Nobody who asked to be left alone is to be called again. */
const REMOVED_FROM = 0.2;
/** Asked so plainly that it counts without an answer. */
const CLEARLY = 0.6;
/** Asked for in passing, and nobody said yes. */
const TAKEN_FROM = 0.7;
const UNMISTAKABLE = 0.9;
/** Of the plainest wish. */
const AS_PLAIN = 0.9;
/** An agent who was asked to remove a number and never agreed still has to: right to say, less sure to be counted. */
const NOT_HONORED = 0.6;

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
    const isTaken =
      kind === 'promise' ||
      isAccepted(conversation, stretch) ||
      chance(stretch, kind) >= CLEARLY ||
      probability >= TAKEN_FROM;
    if (!isTaken) continue;
    const texts = actions.flatMap((action) => textOf(conversation, stretch, action, kind, visitor) ?? []);
    if (actions.length === 1)
      texts.splice(0, 1, ...texts.slice(0, 1).map((text) => wholeList(conversation, stretch, kind, text)));
    for (const text of texts) phrased.push({ ...item, text: withContext(conversation, stretch, text) });
    if (texts.length > 0) continue;
    if (probability < TOLD_FROM) continue;
    const names = namesBefore(conversation, stretch);
    // Of whoever answered nobody knows that it was the contact.
    if (code === 'wrong_number' || code === 'gatekeeper') {
      if (kind === 'request') continue;
      names.contact = 'whoever answered';
    }
    const other = names[item.owner === 'agent' ? 'contact' : 'agent'];
    const sides = { owner: names[item.owner], other };
    const plain = actions.flatMap((action) => plainItem(conversation, stretch, action, kind, sides) ?? []);
    for (const text of new Set(plain)) phrased.push({ ...item, text });
    // One quotation of a side and a turn is kept: what is said a thousand times is looked at once.
    const place = `${item.owner} ${stretch.turn}`;
    if (plain.length > 0 || actions.length === 0 || seen.has(place)) continue;
    const told =
      actions
        .map((action) => saidWithContext(conversation, stretch, action, kind, sides))
        .find((text) => text !== null) ??
      (probability < QUOTED_FROM ? null : quotedPromise(conversation, stretch, kind, other));
    if (told === null) continue;
    quoted.push({ ...item, text: told });
    seen.add(place);
  }
  const merged = mergeCommitments(conversation, phrased);
  const own = withoutRepeats(conversation, merged, unsaidItems(conversation, quoted, merged));
  const isDue = (item: Commitment): boolean => isStillDue(conversation, item, agreements, code);
  const taken = removals(conversation, code).filter(({ probability }) => probability >= REMOVED_FROM);
  const sure = [...own.filter(isDue), ...taken];
  // Whether a time is agreed is decided where times are found.
  return withAgreements(conversation, agreements, sure).sort(
    (a, b) => (a.stretches[0] ?? 0) - (b.stretches[0] ?? 0),
  );
}

function laterActions(
  conversation: Conversation,
  { stretch, act: kind, actions }: WeighedCandidate,
): Action[] {
  if (isOwnAffair(conversation, stretch)) return [];
  const said = actions.length > 0 ? actions : [wholeOf(conversation, stretch)];
  return said.filter(
    (action) =>
      !isDuringCall(conversation, stretch, action, kind) && !isForbidden(conversation, stretch, action),
  );
}

/** `Paper copy's going in the mail`: nothing but the stretch itself says what is to be done. */
function wholeOf(conversation: Conversation, stretch: Stretch): Action {
  const words = spokenWords(conversation, stretch);
  const { start, end } = stretch;
  return { words, start, end, isNegated: false, isHalf: true, doer: [], weight: 1 };
}

/** Before what was left out: `just in case`, `filled in as far` (`as I can`). */
const CUT_END = / (?:(?:just )?in case|as (?:far|much|many|soon|long|best))$/;

/** `What she's got`, opened. */
const HAS_GOT = /\bis (got|been)\b/g;

/** `In January then, in the morning`. */
const LEFT_OVER = / then(?=,)| and see$/;
/** `Text Declan the evening` before what? Its own sentence says. */
const CUT_SHORT =
  /(?<!\b(?:of|on|during|for|by|before|after|all|in|through)) the (?:day|night|evening|morning)$/;
/** `The manager's present school`: whose `his` is, nobody can be sure. */
const GUESSED = /\bthe \p{Ll}+'s /u;

function textOf(
  conversation: Conversation,
  stretch: Stretch,
  action: Action,
  kind: Kind,
  visitor: string | null,
): string | null {
  const [verb] = action.words;
  // `I won't even put you in` says nothing that can be left undone.
  if (verb === undefined || action.isHalf || (action.isNegated && weakVerbs.has(verb.text))) return null;
  const said = spokenWords(conversation, stretch).filter(({ at }) => at < verb.at);
  const setting = settingOf(conversation, stretch, kind, said, action.isNegated ? null : visitor);
  const text =
    phraseAction(action, setting)?.replace(CUT_END, '').replace(LEFT_OVER, '').replace(HAS_GOT, 'has $1') ??
    null;
  const segment = conversation.transcript.segments[stretch.segment]?.text ?? '';
  // `I'll shoot that email ov...`
  if (/^\s*(?:\.\.|…|[–—])/.test(segment.slice(action.end))) return null;
  const isMarked = /[.?!,]/.test(segment);
  if (text !== null && CUT_SHORT.test(text)) return null;
  const isGuessed = text !== null && GUESSED.test(text) && /\b(?:his|her|their)\b/i.test(segment);
  return text !== null && !isGuessed && isReadable(text) && isPlain(text, isMarked) ? text : null;
}

/** `Send the invitation` → `Send the invitation, and the data sheet of the box`, where that was promised with it. */
function wholeList(conversation: Conversation, stretch: Stretch, kind: Kind, text: string): string {
  const names = namesBefore(conversation, stretch);
  const owner = ownerOf(stretch, kind);
  const sides = { owner: names[owner], other: names[owner === 'agent' ? 'contact' : 'agent'] };
  const whole = sayPlainly(stretch.text, kind, sides);
  const [verb = '', second = ''] = text.split(' ');
  return whole?.startsWith(`${verb} ${second} `) === true && whole.includes(', and ') ? whole : text;
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
