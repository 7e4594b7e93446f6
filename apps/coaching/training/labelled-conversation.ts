import { transcriptOf } from '@debrief/contracts/scripted-call';
import type { CoachingContext } from '../src/engines/coach.ts';
import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { conversationOf } from '../src/engines/conversation/conversation-of.ts';
import { splitWords } from '../src/engines/conversation/split-words.ts';
import type { LabelledCall } from './read-calls.ts';

export function contextOf(call: Pick<LabelledCall, 'direction' | 'date'>): CoachingContext {
  return { kind: 'call', incoming: call.direction === 'inbound', occurred_at: `${call.date}T10:00:00.000Z` };
}

/** The call as it was labelled: each stretch does for certain what its writer said. */
export function labelledConversation(
  call: Pick<LabelledCall, 'agent' | 'contact' | 'date' | 'direction' | 'turns'>,
): Conversation {
  const texts = call.turns.map(({ speaker, stretches }) => ({
    speaker,
    text: stretches.map(({ text }) => text).join(' '),
  }));
  const transcript = transcriptOf(call.agent, call.contact, texts);
  const stretches = call.turns.flatMap((turn, segment) => {
    const words = splitWords(texts[segment]?.text ?? '');
    let next = 0;
    return turn.stretches.map(({ text, acts }) => {
      const start = next;
      const end = start + text.length;
      next = end + 1;
      return {
        role: turn.speaker,
        segment,
        start,
        end,
        text,
        words: words.filter((word) => word.start >= start && word.end <= end),
        acts: Object.fromEntries(acts.map(({ act }) => [act, 1])),
      };
    });
  });
  return conversationOf(transcript, contextOf(call), stretches);
}
