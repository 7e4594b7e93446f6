import type { Conversation } from '../../conversation/conversation.ts';
import { interruptingTurns } from '../statistics/interruptions.ts';
import { speechTurns } from '../statistics/speech-turns.ts';
import { type Fault, fault } from './fault.ts';

/** Cutting in now and then is how people talk; this often, and this large a part of the agent's turns, is not. */
const TIMES = 5;
const SHARE_OF_TURNS = 0.3;
const CERTAINTY = 0.8;

export function findTalkingOver({ transcript, stretches }: Conversation): Fault | null {
  // Overlaps on one channel are a guess of whoever told the speakers apart.
  if (transcript.channels !== 'dual') return null;
  const turns = speechTurns(transcript.segments);
  const cutIn = interruptingTurns(turns).filter(({ role }) => role === 'agent');
  const own = turns.filter(({ role, backchannel }) => role === 'agent' && !backchannel);
  if (cutIn.length < TIMES || cutIn.length < own.length * SHARE_OF_TURNS) return null;
  const shown = cutIn.flatMap(({ segment }) => {
    const first = stretches.find((stretch) => stretch.segment === segment);
    return first === undefined ? [] : [first.index];
  });
  return shown.length === 0 ? null : fault('talking_over', shown, CERTAINTY);
}
