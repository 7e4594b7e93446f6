import { bare, quoteOf, quoteUnit } from '../evidence/claim.ts';
import type { Cue } from '../patterns/find-cues.ts';
import type { Reading } from '../reading.ts';
import type { Outcome } from './outcome.ts';

/** Fewer words than this are noise on the line. */
const WORDS_OF_A_CONVERSATION = 8;
const SPEECH_SECONDS_OF_A_CONVERSATION = 3;
/** A contact who says no more than this never took part. */
const CONTACT_WORDS_OF_A_CONVERSATION = 3;
/** A person who answers after all says more than this beside the greeting of the machine. */
const LIVE_WORDS = 14;

/** The outcomes of a call that reached nobody: a machine, or silence. Null when somebody talked. */
export function findMissedCall(reading: Reading): Outcome | null {
  return findVoicemail(reading) ?? findNoConversation(reading);
}

function findVoicemail({ document, outcomeCues }: Reading): Outcome | null {
  const greetings = outcomeCues.all('voicemail_greeting');
  const message = outcomeCues.all('voicemail_message');
  const greetingUnits = new Set(greetings.map((cue) => cue.unit));
  const answering =
    document.turns[0]?.role === 'contact' ? greetings.filter((cue) => cue.unit.turn <= 2) : greetings;
  const contactTurns = document.turns.filter((turn) => turn.role === 'contact');
  const liveWords = contactTurns
    .filter(
      (turn) => !document.units.slice(turn.fromUnit, turn.toUnit).some((unit) => greetingUnits.has(unit)),
    )
    .reduce((sum, turn) => sum + wordsOf(document.units.slice(turn.fromUnit, turn.toUnit)), 0);
  const agentWords = wordsOf(
    document.units.filter((unit) => unit.role === 'agent' && !greetingUnits.has(unit)),
  );
  // A greeting, then one long turn that asks for a call: nobody was there to answer, however the greeting was heard.
  const oneExchange = document.turns.length === 2 && document.turns[0]?.role === 'contact';
  const silentContact = liveWords <= CONTACT_WORDS_OF_A_CONVERSATION || oneExchange;
  const machine = distinctUnits(answering) >= 1 && liveWords < LIVE_WORDS;
  const leftMessage = message.length > 0 && silentContact && agentWords >= WORDS_OF_A_CONVERSATION;
  if (!(machine && agentWords >= WORDS_OF_A_CONVERSATION) && !leftMessage) return null;
  const proof = (machine ? answering : message)[0] as Cue;
  const quotes = [quoteOf(document, proof.unit, proof.from, proof.to)];
  if (machine && message[0] !== undefined)
    quotes.push(quoteOf(document, message[0].unit, message[0].from, message[0].to));
  return {
    code: 'left_voicemail',
    reasoning: machine
      ? `The call reached a voicemail greeting ("${bare(quotes[0])}") and a message was left.`
      : `Nobody answered; a message was left: "${bare(quotes[0])}".`,
    quotes,
    when: null,
  };
}

function findNoConversation({ document }: Reading): Outcome | null {
  const contactWords = wordsOf(document.units.filter((unit) => unit.role === 'contact'));
  const seconds = document.transcript.segments.reduce(
    (sum, part) => sum + Math.max(0, part.end_time - part.start_time),
    0,
  );
  const tooShort =
    document.words.length < WORDS_OF_A_CONVERSATION || seconds < SPEECH_SECONDS_OF_A_CONVERSATION;
  if (!tooShort && contactWords >= CONTACT_WORDS_OF_A_CONVERSATION) return null;
  const agentWords = document.words.length - contactWords;
  // A long conversation whose contact channel was recognised badly is still a conversation.
  if (!tooShort && document.turns.filter((turn) => turn.role === 'contact').length >= 2 && agentWords > 30)
    return null;
  const first = document.units[0];
  return {
    code: 'no_conversation',
    reasoning:
      first === undefined
        ? 'The recording contains no speech.'
        : `There was no conversation: ${document.words.length} words in all, ${contactWords} of them by the contact.`,
    quotes: first === undefined ? [] : [quoteUnit(document, first)],
    when: null,
  };
}

function wordsOf(units: readonly { from: number; to: number }[]): number {
  return units.reduce((sum, unit) => sum + unit.to - unit.from, 0);
}

function distinctUnits(cues: readonly Cue[]): number {
  return new Set(cues.map((cue) => cue.unit.index)).size;
}
