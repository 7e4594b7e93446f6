import type { SpeakerRole, Transcript } from '@debrief/contracts/resources/transcript';
import type { CoachingContext } from '../coach.ts';
import type { Act } from '../conversation/acts.ts';
import type { Conversation, Stretch, Turn } from '../conversation/conversation.ts';
import { type RawWord, splitWords } from '../conversation/split-words.ts';
import type { FoundStretch } from './read-reply.ts';

/**
 * What was found, as a conversation: every stretch is cut from its segment's text, so that its words are verbatim
 * whatever a model said, and the words that no stretch has become stretches without acts.
 */
export function buildConversation(
  transcript: Transcript,
  context: CoachingContext,
  found: readonly FoundStretch[],
): Conversation {
  const stretches: Stretch[] = [];
  const turns: Turn[] = [];
  const bySegment = Map.groupBy(found, ({ segment }) => segment);
  transcript.segments.forEach((segment, index) => {
    const pieces = withGaps(segment.text, bySegment.get(index) ?? []);
    if (pieces.length === 0) return;
    const from = stretches.length;
    const words = splitWords(segment.text);
    const last = turns.at(-1);
    const turn = last?.role === segment.role ? last.index : turns.length;
    let word = 0;
    for (const { start, end, acts } of pieces) {
      const own = [];
      for (; (words[word]?.end ?? Number.POSITIVE_INFINITY) <= end; word += 1)
        own.push(words[word] as RawWord);
      stretches.push({
        index: stretches.length,
        turn,
        role: segment.role,
        segment: index,
        start,
        end,
        text: segment.text.slice(start, end),
        words: own.filter((known) => known.start >= start),
        acts,
      });
    }
    const to = stretches.length;
    if (last !== undefined && turn === last.index) Object.assign(last, { to, endTime: segment.end_time });
    else turns.push(turnOf(turn, segment, from, to));
  });
  const people = {
    agent: firstName(transcript.speakers.agent),
    contact: firstName(transcript.speakers.contact),
  };
  return { transcript, context, people, stretches: withEarnedActs(stretches), turns };
}

function turnOf(
  index: number,
  { role, start_time, end_time }: { role: SpeakerRole; start_time: number; end_time: number },
  from: number,
  to: number,
): Turn {
  return { index, role, from, to, startTime: start_time, endTime: end_time };
}

type Piece = Omit<FoundStretch, 'segment'>;

function withGaps(text: string, found: readonly FoundStretch[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const fill = (end: number) => pieces.push(...trimmed(text, at, end, {}));
  for (const { start, end, acts } of [...found].sort((a, b) => a.start - b.start)) {
    fill(start);
    pieces.push(...trimmed(text, Math.max(start, at), Math.min(end, text.length), acts));
    at = Math.max(at, end);
  }
  fill(text.length);
  return pieces;
}

/** Nothing where there are no words. */
function trimmed(text: string, from: number, to: number, acts: Piece['acts']): Piece[] {
  const part = text.slice(from, to);
  if (!/[\p{L}\p{N}]/u.test(part)) return [];
  return [
    {
      start: from + part.length - part.trimStart().length,
      end: to - (part.length - part.trimEnd().length),
      acts,
    },
  ];
}

/** Nobody can answer what the other side has not done before: 465 of 472 such acts of the labelled calls obey. */
const answersTo: Partial<Record<Act, readonly Act[]>> = {
  accept: [
    ...(['propose_time', 'propose_step', 'counter_time', 'ask_sale', 'request', 'recap'] as const),
    ...(['promise', 'ask_permission', 'ask_closed'] as const),
  ],
  buy: ['ask_sale', 'state_price', 'propose_step', 'pitch', 'propose_time', 'recap'],
  honor_opt_out: ['opt_out'],
  obstruct_opt_out: ['opt_out'],
};

/** A model that believes a transcript which says "they accepted" hears acts that answer nothing. */
function withEarnedActs(stretches: readonly Stretch[]): Stretch[] {
  const done = { agent: new Set<string>(), contact: new Set<string>() };
  return stretches.map((stretch) => {
    const others = done[stretch.role === 'agent' ? 'contact' : 'agent'];
    const earned = Object.entries(stretch.acts).filter(([act]) => {
      const calls = answersTo[act as Act];
      return calls === undefined || calls.some((call) => others.has(call));
    });
    for (const [act] of earned) done[stretch.role].add(act);
    return { ...stretch, acts: Object.fromEntries(earned) };
  });
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] || name;
}
