import type { SpeakerRole, Transcript } from '@debrief/contracts/resources/transcript';
import type { CoachingContext } from '../src/engines/coach.ts';
import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { conversationOf } from '../src/engines/conversation/conversation-of.ts';
import { splitWords } from '../src/engines/conversation/split-words.ts';
import type { LabelledCall } from './read-calls.ts';

const WORDS_PER_SECOND = 2.5;
const PAUSE_SECONDS = 0.4;

interface SpokenTurn {
  speaker: SpeakerRole;
  text: string;
}

/** A transcript of turns, each a segment, spoken at 150 words a minute. */
export function transcriptOf(agent: string, contact: string, turns: readonly SpokenTurn[]): Transcript {
  let at = 0;
  const segments = turns.map(({ speaker, text }) => {
    const start = at;
    const end = start + Math.max(1, text.split(/\s+/).length) / WORDS_PER_SECOND;
    at = end + PAUSE_SECONDS;
    const name = speaker === 'agent' ? agent : contact;
    const times = { start_time: round(start), end_time: round(end) };
    return { role: speaker, speaker: name, ...times, text, confidence: null };
  });
  return {
    engine: { name: 'script', version: '1', model: 'none' },
    quality: 'high',
    language: 'en',
    channels: 'dual',
    duration_seconds: round(at),
    speakers: { agent, contact, method: 'script', confidence: 1 },
    segments,
  };
}

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

function round(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
