import type { Conversation } from '../../conversation/conversation.ts';
import { danglingWords } from '../commitments/word-classes.ts';
import { interruptingTurns } from '../statistics/interruptions.ts';
import { speechTurns } from '../statistics/speech-turns.ts';
import { type Fault, fault } from './fault.ts';

/** Cutting in now and then is how people talk; this often, and this large a part of the agent's turns, is not. */
const TIMES = 5;
const SHARE_OF_TURNS = 0.3;
const CERTAINTY = 0.8;

export function findTalkingOver(conversation: Conversation): Fault | null {
  const shown = [...overlapping(conversation), ...cuttingOff(conversation)];
  return shown.length === 0 ? null : fault('talking_over', [...new Set(shown)], CERTAINTY);
}

function overlapping({ transcript, stretches }: Conversation): number[] {
  // Overlaps on one channel are a guess of whoever told the speakers apart.
  if (transcript.channels !== 'dual') return [];
  const turns = speechTurns(transcript.segments);
  const cutIn = interruptingTurns(turns).filter(({ role }) => role === 'agent');
  const own = turns.filter(({ role, backchannel }) => role === 'agent' && !backchannel);
  if (cutIn.length < TIMES || cutIn.length < own.length * SHARE_OF_TURNS) return [];
  return cutIn.flatMap(({ segment }) => {
    const first = stretches.find((stretch) => stretch.segment === segment);
    return first === undefined ? [] : [first.index];
  });
}

const CUT_OFF = 2;
const LEAST_WORDS = 3;
const ENDS_SENTENCE = /[.?!…]["'”’)]*\s*$/;
const UNFINISHED = new Set('i am just you can could would want'.split(' '));
/** Recognition loses ends of turns, too: only who says so was surely cut off. */
const PROTEST =
  /\blet me (?:finish|speak|talk)\b|\b(?:can|may) i (?:finish|speak|talk)\b|\binterrupt(?:ing|ed)?\b|\b(?:cut|cutting) me off\b|\bword (?:and a half )?in\b|n['’]t (?:finished|let me)\b/i;

/**
 * What the contact says breaks off in the middle of a clause, the agent speaks on, and the contact asks to be let
 * finish: `My dad would want to` `Perfect, so Monday.`
 */
function cuttingOff({ turns, stretches }: Conversation): number[] {
  if (!stretches.some(({ role, text }) => role === 'contact' && PROTEST.test(text))) return [];
  // Without marks every turn looks unfinished.
  const ended = turns.filter(({ to }) => ENDS_SENTENCE.test(stretches[to - 1]?.text ?? ''));
  if (ended.length < turns.length / 2) return [];
  const found = turns.flatMap((turn) => {
    const next = turns[turn.index + 1];
    const answer = next === undefined ? undefined : stretches[next.from];
    if (turn.role !== 'contact' || answer === undefined || answer.role !== 'agent') return [];
    const said = stretches.slice(turn.from, turn.to);
    const words = said.flatMap((one) => one.words);
    if (words.length < LEAST_WORDS || ENDS_SENTENCE.test(said.at(-1)?.text ?? '')) return [];
    const end = words.at(-1)?.text ?? '';
    return danglingWords.has(end) || UNFINISHED.has(end) ? [answer.index] : [];
  });
  return found.length >= CUT_OFF ? found : [];
}
