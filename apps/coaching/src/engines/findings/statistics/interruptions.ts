import { millisecondsBetween } from './intervals.ts';
import type { SpeechTurn } from './speech-turns.ts';

/** Shorter overlaps happen at any quick change of speakers. */
const OVERLAP_MS = 200;

/**
 * Turns that start while the other speaks, overlapping by at least 200 ms. Backchannels are none, nor is what is said in a
 * pause that the other makes within a turn.
 */
export function interruptingTurns(turns: readonly SpeechTurn[]): SpeechTurn[] {
  const last: Partial<Record<SpeechTurn['role'], SpeechTurn>> = {};
  const found: SpeechTurn[] = [];
  for (const turn of turns) {
    if (turn.backchannel) continue;
    const other = last[turn.role === 'agent' ? 'contact' : 'agent'];
    if (other !== undefined && millisecondsBetween(turn.start, endAfter(other, turn.start)) >= OVERLAP_MS)
      found.push(turn);
    // One may end within another.
    if (turn.end > (last[turn.role]?.end ?? Number.NEGATIVE_INFINITY)) last[turn.role] = turn;
  }
  return found;
}

/** When somebody who may speak at a time falls silent: at once where they do already. */
function endAfter({ end, pauses }: SpeechTurn, time: number): number {
  return pauses.find((pause) => pause.end > time)?.start ?? end;
}
