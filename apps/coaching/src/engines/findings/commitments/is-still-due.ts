import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { contentWords } from '../feedback/shared-words.ts';
import type { Agreement, Commitment, OutcomeCode } from '../findings.ts';
import { isAccepted } from './is-for-later.ts';
import { timeWords } from './word-classes.ts';

const LIKELY = 0.5;
const refused = new Set<OutcomeCode>(['not_interested', 'do_not_contact']);
const CALL = /^(?:Call|Ring|Phone|Try)\b/;
/** An invitation is to a meeting. */
const INVITATION = /\b(?:invite|invitation)\b/;

/** Whether an item still makes sense as the call ended: an invitation needs its meeting, a refusal takes wishes back. */
export function isStillDue(
  conversation: Conversation,
  { owner, text, stretches }: Commitment,
  agreements: readonly Agreement[],
  code: OutcomeCode | null,
): boolean {
  const own = stretches.flatMap((index) => conversation.stretches[index] ?? []);
  if (INVITATION.test(text) && code !== null && agreements.length === 0) {
    const isMet = code === 'appointment_set' || code === 'unclear';
    if (!isMet) return false;
  }
  const isMeeting = agreements.some(({ kind }) => kind === 'appointment') || code === 'appointment_set';
  if (code !== null && !isMeeting && BRINGING.test(text)) {
    if ((owner === 'agent' && MEETLESS.has(code)) || isCancelled(conversation, own)) return false;
  }
  if (isForAnother(conversation, text, own)) return false;
  // The day before what?
  if (RELATIVE.test(text) && agreements.length === 0 && !isMeeting) return false;
  if (agreements.length > 0 && !CALL.test(text) && saysOnlyWhen(own)) return false;
  // `I'll scratch the Wednesday, then` was part of finding the day.
  if (isMeeting && own.some((one) => UNDOING.test(one.text) && saysDay(one))) return false;
  if (owner === 'contact' && BRUSH_OFF.test(text) && (code === 'unclear' || code === 'not_interested'))
    return false;
  if (code === 'do_not_contact' && owner === 'agent' && COMING_BACK.test(text) && !NEGATED.test(text))
    return false;
  if (code === null || !refused.has(code)) return true;
  if (owner === 'agent' && SENDING.test(text) && !isWanted(conversation, own)) return false;
  // `Call me in the summer, when we've stopped laughing`, and `I'm writing down your number`.
  const isOffered = own.some(
    (one) =>
      one.role === owner &&
      chance(one, 'promise') >= LIKELY &&
      // A call to somebody who refused is wanted only where they asked for it.
      !(owner === 'agent' && CALL.test(text) && !isAccepted(conversation, one)),
  );
  return isOffered || !(CALL.test(text) || (code === 'do_not_contact' && owner === 'contact'));
}

/** `Send Marg the form` `Make it to me, not Marg`. */
function isForAnother({ stretches, turns }: Conversation, text: string, own: readonly Stretch[]): boolean {
  const last = own.at(-1);
  const reply = turns[(last?.turn ?? 0) + 1];
  if (last === undefined || reply === undefined) return false;
  const capitals = text.replace(/“[^”]*”/g, '').match(/(?<=\s)\p{Lu}\p{L}+/gu) ?? [];
  const names = capitals.filter((name) => !timeWords.has(name.toLowerCase()));
  const said = stretches.slice(reply.from, reply.to).map((one) => one.text);
  return names.some((name) =>
    said.some((words) => new RegExp(`\\b[Nn]ot (?:to )?${name}(?!\\p{L})`, 'u').test(words)),
  );
}

/** Whoever asked to be left alone is not called again, whatever the agent said. */
const COMING_BACK =
  /^(?:have (?:\S+ ){1,3})?(?:call|ring|phone|try|follow|come|pop|swing|visit|reach)\b|\bfollow-?up\b|“.*\b(?:call|ring|try|follow|reach)\b/i;
/** `I'll tell them not to ring you`. */
const NEGATED = /\b(?:not|never|nobody|no one)\b|n['’]t\b/i;

/** `If it ever falls in I'll holler at you`: without a time it is a no. */
const BRUSH_OFF = /^(?:Call|Ring|Phone) \S+(?: back)?$/;
const UNDOING = /\b(?:cancel|cancell?ing|scratch|take you off)\b/i;
const SENDING = /^(?:Send|Email|Text|Mail|Post)\b/;
const WANTED = 0.25;

/** Asked for shortly before, or not unwelcome: who refused gives no address for the forms. */
function isWanted({ stretches, turns }: Conversation, own: readonly Stretch[]): boolean {
  return own.some((one) => {
    if (one.role === 'contact') return true;
    const of = (turn: number): readonly Stretch[] =>
      stretches.slice(turns[turn]?.from ?? 0, turns[turn]?.to ?? 0);
    const isAsked = of(one.turn - 1).some((line) => chance(line, 'request', 'interest') >= WANTED);
    return isAsked || of(one.turn + 1).some((line) => chance(line, 'accept', 'request', 'thanks') >= WANTED);
  });
}

function saysDay({ words }: Stretch): boolean {
  return words.some(({ text }) => timeWords.has(text) || COUNT.test(text));
}

/** What is brought is brought to a meeting. */
const BRINGING = /^Bring\b/;
const MEETLESS = new Set<OutcomeCode>([
  'callback_requested',
  'no_next_step',
  'not_interested',
  'do_not_contact',
]);
const RELATIVE = /\bthe (?:day|night|morning|evening|week) (?:before|after)$/;

/** What hangs on an appointment ends with it. */
function isCancelled({ stretches }: Conversation, own: readonly Stretch[]): boolean {
  const last = own.at(-1)?.index ?? 0;
  return stretches.some(
    (one) => one.index > last && one.role === 'contact' && chance(one, 'retract') >= LIKELY,
  );
}

const PLACED = 0.3;
const MOST_CONTENT = 2;

/** `Beautiful, Friday at ten, I'll pop you in` says no more than the agreement that came of it. */
function saysOnlyWhen(own: readonly Stretch[]): boolean {
  return own.every((one) => {
    const words = one.words.map(({ text }) => text);
    const isPlaced = chance(one, 'recap', 'propose_time', 'counter_time') >= PLACED;
    const rest = contentWords(words).filter((word) => !timeWords.has(word) && !COUNT.test(word));
    return (
      isPlaced && words.some((word) => timeWords.has(word) || COUNT.test(word)) && rest.length <= MOST_CONTENT
    );
  });
}
const COUNT =
  /^(?:\d.*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|thirty|fifteen)$/;
