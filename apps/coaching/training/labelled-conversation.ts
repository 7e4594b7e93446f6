import { transcriptOf } from '@debrief/contracts/scripted-call';
import type { CoachingContext } from '../src/engines/coach.ts';
import type { Conversation, Stretch, Turn } from '../src/engines/conversation/conversation.ts';
import { splitWords } from '../src/engines/conversation/split-words.ts';
import type { LabelledCall } from './read-calls.ts';

export function contextOf(call: Pick<LabelledCall, 'direction' | 'date'>): CoachingContext {
  return { kind: 'call', incoming: call.direction === 'inbound', occurred_at: `${call.date}T10:00:00.000Z` };
}

/** The call as it was labelled: each stretch does for certain what its writer said. */
export function labelledConversation(call: LabelledCall): Conversation {
  const texts = call.turns.map(({ speaker, stretches }) => ({
    speaker,
    text: stretches.map(({ text }) => text).join(' '),
  }));
  const transcript = transcriptOf(call.agent, call.contact, texts);
  const stretches: Stretch[] = [];
  const turns: Turn[] = [];
  call.turns.forEach((turn, segment) => {
    const from = stretches.length;
    const words = splitWords(texts[segment]?.text ?? '');
    let start = 0;
    for (const { text, acts } of turn.stretches) {
      const end = start + text.length;
      stretches.push({
        index: stretches.length,
        turn: segment,
        role: turn.speaker,
        segment,
        start,
        end,
        text,
        words: words.filter((word) => word.start >= start && word.end <= end),
        acts: Object.fromEntries(acts.map(({ act }) => [act, 1])),
      });
      start = end + 1;
    }
    const { start_time: startTime = 0, end_time: endTime = 0 } = transcript.segments[segment] ?? {};
    turns.push({ index: segment, role: turn.speaker, from, to: stretches.length, startTime, endTime });
  });
  const people = { agent: firstName(call.agent), contact: firstName(call.contact) };
  return { transcript, context: contextOf(call), people, stretches, turns };
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] || name;
}
