import type { SpeakerRole, Transcript } from '@debrief/contracts/resources/transcript';
import type { CoachingContext } from '../coach.ts';
import type { Conversation, Stretch, Turn } from './conversation.ts';

/** A stretch before anybody knows its place in the call. */
export type FoundWords = Omit<Stretch, 'index' | 'turn'>;

/** A conversation of stretches in the order in which they were said; a turn ends where the speaker changes. */
export function conversationOf(
  transcript: Transcript,
  context: CoachingContext,
  found: readonly FoundWords[],
): Conversation {
  const stretches: Stretch[] = [];
  const turns: Turn[] = [];
  for (const stretch of found) {
    const { start_time = 0, end_time = 0 } = transcript.segments[stretch.segment] ?? {};
    const last = turns.at(-1);
    const index = stretches.length;
    if (last?.role === stretch.role) {
      last.to = index + 1;
      last.endTime = Math.max(last.endTime, end_time);
    } else turns.push(openTurn(turns.length, stretch.role, index, start_time, end_time));
    stretches.push({ ...stretch, index, turn: turns.length - 1 });
  }
  const { agent, contact } = transcript.speakers;
  const people = { agent: shortName(agent), contact: shortName(contact) };
  return { transcript, context, people, stretches, turns };
}

function openTurn(index: number, role: SpeakerRole, from: number, startTime: number, endTime: number): Turn {
  return { index, role, from, to: from + 1, startTime, endTime };
}

const titles = /^(mr|mrs|ms|miss|dr|prof|sir|madam)\.?$/i;

/** The first name; a name with a title stays whole: `Mrs Postlethwaite`. */
function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return titles.test(first) && rest.length > 0 ? name.trim() : first;
}
