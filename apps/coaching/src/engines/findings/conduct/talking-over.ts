import type { Conversation, Stretch, Turn } from '../../conversation/conversation.ts';
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

/** Of 740 calls two have so many, and both were awful. */
const CUT_OFF = 2;
const MARKED = 0.5;
const LEAST_WORDS = 3;
const ENDS_SENTENCE = /[.?!…]["'”’)]*\s*$/;
const UNFINISHED = new Set('i am just you can could would want'.split(' '));

/**
 * What the contact says breaks off in the middle of a clause, and the agent speaks on: `My dad would want to` `Perfect,
 * so Monday.` Told only where most turns end with a mark, so that one without it means something.
 */
function cuttingOff({ turns, stretches }: Conversation): number[] {
  const last = ({ to }: Turn): Stretch | undefined => stretches[to - 1];
  const marked = turns.filter((turn) => ENDS_SENTENCE.test(last(turn)?.text ?? '')).length;
  if (marked < turns.length * MARKED) return [];
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
