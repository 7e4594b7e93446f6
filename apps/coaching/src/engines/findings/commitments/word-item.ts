import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { contentWords } from '../feedback/shared-words.ts';
import type { OutcomeCode } from '../findings.ts';
import type { Action } from './find-actions.ts';
import { findReferent } from './find-referent.ts';
import { isEmptyWording } from './is-empty-wording.ts';
import type { Kind } from './is-for-later.ts';
import { breaksOff } from './lines-before.ts';
import { namesBefore } from './names-before.ts';
import { quotedPromise, saidWithContext } from './said-with-context.ts';
import { sayPlainly } from './say-plainly.ts';
import { saysWhatToDo } from './says-what-to-do.ts';
import { ownerOf } from './setting-of.ts';
import type { Sides } from './spoken-to-owner.ts';
import { type Referent, tasksIn } from './task-of.ts';
import type { WeighedCandidate } from './weigh-due.ts';
import { withContext } from './with-context.ts';
import { wordByWord } from './word-by-word.ts';

/** What is quoted was not understood word by word. Chosen on 180 calls. */
const QUOTED_FROM = 0.6;
/** Of what is as likely and cannot be told in other words, nine of ten are to be done, whatever their form. */
const SURE_FROM = 0.75;

/** How a promise or a request is told. */
export interface Wording {
  texts: readonly string[];
  /** Understood without anything that was said around it. */
  isWhole: boolean;
}

interface ItemToWord {
  readonly candidate: WeighedCandidate;
  /** What its words say is to be done. */
  readonly actions: readonly Action[];
  readonly code: OutcomeCode | null;
  /** Who comes, where somebody does. */
  readonly visitor: string | null;
  /** Its turn was told with its lines already. */
  readonly isSeen: boolean;
}

/**
 * The wording of a promise or a request, the first of these that can be read: word by word in our words, in those of
 * its sentence, as a task with the line that explains it, quoted. Null where none can.
 */
export function wordItem(conversation: Conversation, item: ItemToWord): Wording | null {
  const { candidate, actions, code, visitor, isSeen } = item;
  const { stretch, act: kind, probability } = candidate;
  const sides = sidesOf(conversation, stretch, kind, code);
  const own = actions
    .flatMap((action) => wordByWord(conversation, stretch, action, kind, visitor) ?? [])
    .filter((text) => isSayable(text, kind));
  if (own.length > 0) {
    const [only = ''] = own;
    const texts = actions.length === 1 ? [wholeList(stretch, kind, only, sides)] : own;
    return { texts: texts.map((text) => withContext(conversation, stretch, text)), isWhole: true };
  }
  // Of whoever answered nobody knows that it was the contact.
  if (kind === 'request' && isStranger(code)) return null;
  const plain = actions
    .flatMap((action) => plainly(conversation, stretch, action, kind, sides) ?? [])
    .filter((text) => isSayable(text, kind));
  if (plain.length > 0) return { texts: [...new Set(plain)], isWhole: true };
  // `I'll take you off the list` may ask for something, too, and is quoted as a promise.
  const isSure =
    probability >= SURE_FROM &&
    chance(stretch, kind) >= chance(stretch, kind === 'promise' ? 'request' : 'promise');
  if ((actions.length === 0 && !isSure) || isSeen) return null;
  const told = actions.length === 0 ? null : withLine(conversation, stretch, actions, kind, sides);
  const text =
    (told !== null && isSayable(told, kind) ? told : null) ??
    (probability < QUOTED_FROM ? null : quotedPromise(conversation, stretch, kind, sides.other, isSure));
  return text === null ? null : { texts: [text], isWhole: false };
}

/** No task of ours reads so: these are quoted. */
const UNSAYABLE = [
  // `Take ye off the list`, `take whoever answered's number`.
  /\b(?:ye|yous|youse|ya|answered's)\b/i,
  // `Send Mateusz by email`, `send Lakshmi now`: what?
  /^(?:Send|Post|Forward|Bring) \p{Lu}\S+(?: \p{Lu}\S+)* (?:by|via|on|in|from|through|over|now|with|today|tonight|tomorrow|later)\b(?! (?:to|for|the|an?|your)\b)/u,
  // `Put before noon`, `send it Jordan`.
  /^Put (?:before|after|by|until)\b/,
  /\bit \p{Lu}\p{Ll}+\b(?<!day)/u,
  // `Put the note about the spot`: where?
  /^Put (?!.*\b(?:on|in|into|at|with|by|to|under|aside|away|back|out|up|down|through|together|off|over|onto|forward|before|behind|beside|against|around|near|next|there|here|outside|inside)\b)/,
  // `Tell Keith to park somewhere` he can get out of.
  /\b(?:somewhere|someplace|something|anything)$/,
];

function isSayable(text: string, kind: Kind): boolean {
  const own = text.replace(/“[^”]*”/g, '');
  // What somebody promises to leave is nothing to do.
  const isLeft = kind === 'promise' && /^Do not /.test(own);
  return !isLeft && !UNSAYABLE.some((pattern) => pattern.test(own));
}

function isStranger(code: OutcomeCode | null): boolean {
  return code === 'wrong_number' || code === 'gatekeeper';
}

function sidesOf(conversation: Conversation, stretch: Stretch, kind: Kind, code: OutcomeCode | null): Sides {
  const names = namesBefore(conversation, stretch);
  if (isStranger(code)) names.contact = 'whoever answered';
  const owner = ownerOf(stretch, kind);
  return { owner: names[owner], other: names[owner === 'agent' ? 'contact' : 'agent'] };
}

/** `Send the invitation` → `Send the invitation, and the data sheet of the box`, where that was promised with it. */
function wholeList(stretch: Stretch, kind: Kind, text: string, sides: Sides): string {
  const whole = sayPlainly(stretch.text, kind, sides);
  const [verb = '', second = ''] = text.split(' ');
  return whole?.startsWith(`${verb} ${second} `) === true && whole.includes(', and ') ? whole : text;
}

/** In the words of its own sentence. */
function plainly(
  conversation: Conversation,
  stretch: Stretch,
  action: Action,
  kind: Kind,
  sides: Sides,
): string | null {
  const text = textAround(conversation, stretch);
  // Without marks nobody can tell where a sentence ends.
  if (isEmptyWording(action) || !/[.?!,]/.test(text)) return null;
  const referent: Referent = (verb, isPlural) =>
    findReferent(conversation, stretch, kind, verb, isPlural, sides);
  // A half is understood with the other half alone.
  for (const { start, end } of action.isHalf ? [stretch] : [stretch, action]) {
    if (!isWhole(text, end)) continue;
    const said = text.slice(start, end);
    const plain = sayPlainly(said, kind, sides, referent);
    if (plain !== null && saysEnough(plain, said, kind)) return plain;
  }
  return null;
}

function withLine(
  conversation: Conversation,
  stretch: Stretch,
  actions: readonly Action[],
  kind: Kind,
  sides: Sides,
): string | null {
  const text = textAround(conversation, stretch);
  if (actions.every(isEmptyWording) || breaksOff(text.slice(0, stretch.end + 3))) return null;
  const tasks = tasksIn(text.slice(stretch.start, stretch.end), kind, sides);
  return saidWithContext(conversation, stretch, tasks, kind, sides);
}

function textAround({ transcript }: Conversation, { segment }: Stretch): string {
  return transcript.segments[segment]?.text ?? '';
}

/** `Knock loud`, `sign first`: what is asked in passing has more words where it is still to be done. */
function saysEnough(plain: string, said: string, kind: Kind): boolean {
  const words = splitWords(plain).map(({ text }) => text);
  const isCall = /^(?:Call|Ring|Phone|Try|Text|Email|Write) \p{Lu}/u.test(plain);
  if (kind === 'promise') return isCall || words.length >= LEAST_WORDS;
  if (/\b(?:can|could|would|will) you\b/i.test(said)) return words.length >= LEAST_WORDS;
  return saysWhatToDo(said, kind) && words.length > LEAST_WORDS && contentWords(words).length > LEAST_CONTENT;
}

const LEAST_WORDS = 3;
const LEAST_CONTENT = 2;

/** Cut in the middle of a sentence it has lost what makes it understood. */
function isWhole(text: string, end: number): boolean {
  if (breaksOff(text.slice(0, end + 3).trim())) return false;
  return /^["'”’]?\s*(?:[.,;:?!]|$)/.test(text.slice(end)) || /[.,;:?!]["'”’]?\s*$/.test(text.slice(0, end));
}
