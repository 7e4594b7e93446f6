import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { agreementItems, isSwallowed } from './agreement-items.ts';
import type { Agreement, Commitment } from './commitment.ts';
import { type Action, findActions } from './find-actions.ts';
import { isReadable } from './is-readable.ts';
import { mergeCommitments } from './merge-commitments.ts';
import { phraseAction } from './phrase-action.ts';
import { type SpokenWord, spokenWords } from './spoken-words.ts';
import { namesOf, type Side } from './names.ts';
import { determiners, prepositions, spokenOnlyVerbs, timeWords, weakVerbs } from './word-classes.ts';

const LEAST_PROBABILITY = 0.4;
/** How many stretches back `it` and `him` may point. */
const MEMORY = 16;
const DURATIONS = new Set('day days minute minutes second seconds hour hours moment time week'.split(' '));

interface Found extends Commitment {
  /** Only the words spoken say what it is. */
  isQuoted?: boolean;
}

/** What each side is to do after the call: promised, or asked for and not refused. One item for one thing. */
export function findCommitments(conversation: Conversation, agreements: readonly Agreement[]): Commitment[] {
  const found: Found[] = [];
  // Whoever comes may never have been named.
  const visitor = agreements.some(({ kind }) => kind === 'appointment') ? 'whoever comes' : null;
  for (const stretch of conversation.stretches) {
    found.push(...commitmentsIn(conversation, stretch, 'promise', visitor));
    found.push(...commitmentsIn(conversation, stretch, 'request', visitor));
  }
  const quoted = found.filter(({ isQuoted }) => isQuoted);
  const phrased = mergeCommitments(found.filter(({ isQuoted }) => !isQuoted));
  const own = [...phrased, ...unsaid(conversation, quoted, phrased)].filter((one) => !isSwallowed(one, agreements, conversation));
  return [...agreementItems(conversation, agreements), ...own, ...removals(conversation)]
    .filter(({ probability }) => probability >= LEAST_PROBABILITY)
    .sort((a, b) => (a.stretches[0] ?? 0) - (b.stretches[0] ?? 0));
}

function commitmentsIn(conversation: Conversation, stretch: Stretch, act: 'promise' | 'request', visitor: string | null): Found[] {
  const probability = chance(stretch, act);
  if (probability < LEAST_PROBABILITY || isForNow(conversation, stretch, act)) return [];
  const owner: Side = (stretch.role === 'agent') === (act === 'promise') ? 'agent' : 'contact';
  const words = spokenWords(conversation, stretch);
  return findActions(words, act).flatMap((action) => {
    const verb = action.words[0]?.at ?? 0;
    if (isDuringCall(conversation, stretch, action, act)) return [];
    const said = words.filter(({ at }) => at < verb);
    const things = [...recentWords(conversation, stretch, (one) => mayHoldThing(one, stretch)), ...said];
    const people = [...recentWords(conversation, stretch, ({ role }) => owner === 'contact' || role === 'agent'), ...said];
    const names = namesOf(conversation);
    const other = owner === 'agent' ? names.contact : names.agent;
    const setting = { owner: names[owner], other, isOwnPromise: act === 'promise', isOwnerContact: owner === 'contact', visitor, said, things, people };
    const text = phraseAction(action, setting);
    const isPhrased = text !== null && isReadable(text) && !(action.isNegated && weakVerbs.has(action.words[0]?.text ?? ''));
    const written = isPhrased ? text : quotedItem(names[owner === 'agent' ? 'contact' : 'agent'], stretch, act);
    if (written === null || action.words.length < 2 || (!isPhrased && !isTaken)) return [];
    const isTaken = act === 'promise' || isAccepted(conversation, stretch);
    const accepted = isTaken ? 1 : 0.8;
    const sure = isPhrased ? 1 : 0.7;
    return [{ owner, text: written, isQuoted: !isPhrased, stretches: [stretch.index], probability: probability * action.weight * accepted * sure }];
  });
}

const QUOTED_LEAST_WORDS = 4;
const QUOTED_MOST_WORDS = 16;

/** What cannot be said otherwise is quoted, where it is short and stands by itself. */
function quotedItem(other: string, { text, words }: Stretch, act: 'promise' | 'request'): string | null {
  if (words.length < QUOTED_LEAST_WORDS || words.length > QUOTED_MOST_WORDS) return null;
  const said = text.trim().replace(/[.,;]$/, '');
  return act === 'promise' ? `Keep the promise to ${other}: “${said}”` : `See to what ${other} asked: “${said}”`;
}

/** Quoted items of which no other item speaks, once each turn. */
function unsaid({ stretches }: Conversation, quoted: readonly Found[], known: readonly Commitment[]): Commitment[] {
  const turnOf = (index: number): number => stretches[index]?.turn ?? 0;
  const kept: Commitment[] = [];
  for (const { owner, text, stretches: own, probability } of quoted) {
    const turn = turnOf(own[0] ?? 0);
    const isKnown = [...known, ...kept].some((one) => one.owner === owner && one.stretches.some((index) => Math.abs(turnOf(index) - turn) <= 1));
    if (!isKnown) kept.push({ owner, text, stretches: own, probability });
  }
  return kept;
}

/** `it` is in this turn or the one before, or in what was asked for or offered shortly before. */
function mayHoldThing(one: Stretch, { turn }: Stretch): boolean {
  if (chance(one, 'ask_open', 'ask_closed') > 0.5) return false;
  if (one.turn >= turn - 1) return true;
  return one.turn >= turn - 4 && chance(one, 'promise', 'request', 'propose_step', 'object:information_first') > 0.5;
}

function recentWords(conversation: Conversation, { index }: Stretch, isMeant: (stretch: Stretch) => boolean): SpokenWord[] {
  const recent = conversation.stretches.slice(Math.max(0, index - MEMORY), index).filter(isMeant);
  return recent.flatMap((stretch) => {
    const words = spokenWords(conversation, stretch);
    const [first, ...rest] = words;
    return first === undefined ? [] : [{ ...first, pause: 'long' as const }, ...rest];
  });
}

/** Refused by the other side, taken back, forced, or left on a mailbox. */
function isForNow(conversation: Conversation, stretch: Stretch, act: 'promise' | 'request'): boolean {
  if (act === 'request' && chance(stretch, 'leave_message', 'pressure', 'obstruct_opt_out', 'ask_sale') > 0.5) return true;
  const reply = replyTo(conversation, stretch);
  // A refusal is of the last thing asked: a time proposed after it.
  const turn = conversation.turns[stretch.turn];
  const later = conversation.stretches.slice(stretch.index + 1, turn?.to ?? 0);
  const isLast = later.every((one) => chance(one, 'propose_time', 'counter_time', 'propose_step', 'ask_closed', 'ask_open', 'pressure') < 0.5);
  const refused = isLast && reply.some((one) => chance(one, 'decline', 'opt_out', 'object:not_interested') > 0.5);
  const accepted = reply.some((one) => chance(one, 'accept', 'promise', 'buy') > 0.5);
  const retracted = conversation.stretches.some(
    (one) => one.index > stretch.index && one.turn <= stretch.turn + 2 && chance(one, 'retract') > 0.5 && act === 'promise' && one.role === stretch.role,
  );
  return (refused && !accepted) || retracted;
}

function replyTo(conversation: Conversation, stretch: Stretch): readonly Stretch[] {
  const turn = conversation.turns[stretch.turn + 1];
  return turn === undefined ? [] : conversation.stretches.slice(turn.from, turn.to);
}

function isAccepted(conversation: Conversation, stretch: Stretch): boolean {
  return replyTo(conversation, stretch).some((one) => chance(one, 'accept', 'promise') > 0.5);
}

/** What is done while they talk: `spell it`, `have a look at the filter`. A time, or the end of the call, speaks against. */
function isDuringCall(conversation: Conversation, stretch: Stretch, action: Action, act: 'promise' | 'request'): boolean {
  const verb = action.words[0]?.text ?? '';
  const hasTime = action.words.some(({ text }) => timeWords.has(text) || ['before', 'after', 'until', 'when'].includes(text));
  const isToSpeaker = ['me', 'us'].includes(action.words[1]?.text ?? '');
  if (spokenOnlyVerbs.has(verb) || ((verb === 'tell' || verb === 'give') && isToSpeaker)) return !hasTime;
  if (verb === 'put' && ['on', 'through'].includes(action.words[2]?.text ?? '')) return !hasTime;
  const rest = action.words.slice(1).filter(({ text }) => !determiners.has(text) && !prepositions.has(text));
  if (weakVerbs.has(verb) && rest.every(({ text }) => DURATIONS.has(text))) return true;
  const isLate = stretch.index > conversation.stretches.length * 0.5;
  const isAnswered = act === 'request' && !isAccepted(conversation, stretch) && replyTo(conversation, stretch).some((one) => chance(one, 'inform') > 0.5);
  if (hasTime) return false;
  if (isAnswered && !isLate) return true;
  return (weakVerbs.has(verb) || ['check', 'open', 'verify', 'pull'].includes(verb)) && !isLate;
}

/** Whoever asks to be left alone is to be taken off the list, whether or not the agent said so. */
function removals(conversation: Conversation): Commitment[] {
  const likely = (act: 'honor_opt_out' | 'opt_out'): Stretch[] => conversation.stretches.filter((stretch) => chance(stretch, act) > 0.5);
  const honored = likely('honor_opt_out');
  const stretches = honored.length > 0 ? honored : likely('opt_out');
  const [first] = stretches;
  if (first === undefined) return [];
  // An agent who never agreed to it still has to: right to say, but less sure to be counted.
  const weight = honored.length > 0 ? 1 : 0.6;
  const probability = weight * Math.max(...stretches.map((stretch) => chance(stretch, 'honor_opt_out', 'opt_out')));
  const who = namesOf(conversation).contact;
  const text = `Take ${who === 'the contact' ? 'the number' : who} off the call list`;
  return [{ owner: 'agent', text, stretches: stretches.map(({ index }) => index), probability }];
}

