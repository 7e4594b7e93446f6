import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { CoachingContext } from '../coach.ts';
import type { Act } from '../conversation/acts.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { conversationOf, type FoundWords } from '../conversation/conversation-of.ts';
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
  const bySegment = Map.groupBy(found, ({ segment }) => segment);
  const stretches = transcript.segments.flatMap(({ text, role }, segment) => {
    const words = splitWords(text);
    let word = 0;
    return withGaps(text, bySegment.get(segment) ?? []).map(({ start, end, acts }) => {
      const own: RawWord[] = [];
      for (; (words[word]?.end ?? Number.POSITIVE_INFINITY) <= end; word += 1)
        own.push(words[word] as RawWord);
      const known = own.filter((one) => one.start >= start);
      return { role, segment, start, end, text: text.slice(start, end), words: known, acts };
    });
  });
  return conversationOf(transcript, context, withEarnedActs(stretches));
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

/** Nobody can answer what the other side has not done before. Of such acts in the labelled calls 98 % obey. */
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
function withEarnedActs(stretches: readonly FoundWords[]): FoundWords[] {
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
