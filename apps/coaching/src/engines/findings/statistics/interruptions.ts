import { millisecondsBetween } from './intervals.ts';
import type { SpeechTurn } from './speech-turns.ts';

/** Shorter overlaps happen at any quick change of speakers. */
const OVERLAP_MS = 200;

/** Turns that start before the other speaker ends, overlapping by at least 200 ms; backchannels are none. */
export function interruptingTurns(turns: readonly SpeechTurn[]): SpeechTurn[] {
  const lastEnd: Record<SpeechTurn['role'], number> = {
    agent: Number.NEGATIVE_INFINITY,
    contact: Number.NEGATIVE_INFINITY,
  };
  const found: SpeechTurn[] = [];
  for (const turn of turns) {
    const other = turn.role === 'agent' ? 'contact' : 'agent';
    if (!turn.backchannel && millisecondsBetween(turn.start, lastEnd[other]) >= OVERLAP_MS) found.push(turn);
    if (!turn.backchannel) lastEnd[turn.role] = Math.max(lastEnd[turn.role], turn.end);
  }
  return found;
}
