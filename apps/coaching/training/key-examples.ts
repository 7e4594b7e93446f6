import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { splitWords } from '../src/engines/conversation/split-words.ts';
import { endingCandidates } from '../src/engines/findings/key-words/endings.ts';
import {
  lineCandidates,
  mayTellNeed,
  mayTellObstacle,
  noneOf,
} from '../src/engines/findings/key-words/line-candidates.ts';
import { topicCandidates } from '../src/engines/findings/key-words/topic-candidates.ts';
import type { ChoiceExample } from './fit-choices.ts';
import { codeOf } from './labels.ts';
import type { KeyWords, LabelledCall, Span } from './read-calls.ts';

export type Key = keyof KeyWords;

/** The candidates for a key; null where its words were lost to noise. */
export function keyExample(key: Key, call: LabelledCall, conversation: Conversation): ChoiceExample | null {
  if (key === 'about') return topicExample(call, conversation);
  return key === 'ending' ? endingExample(call, conversation) : lineExample(key, call, conversation);
}

function topicExample(call: LabelledCall, conversation: Conversation): ChoiceExample | null {
  const candidates = topicCandidates(conversation);
  const right = candidates.flatMap(({ stretch, from, to }, i) => {
    const own = conversation.stretches[stretch];
    const said = own?.words.slice(from, to).map(({ text }) => text);
    const isRight = call.key.about.some(
      ({ turn, text }) => own?.segment === turn && wordsOf(text).join(' ') === said?.join(' '),
    );
    return isRight ? [i] : [];
  });
  if (right.length === 0 && call.key.about.length > 0) return null;
  return {
    candidates,
    nothing: noneOf(conversation),
    right: new Set(right),
  };
}

function lineExample(
  key: 'wants' | 'obstacle',
  call: LabelledCall,
  conversation: Conversation,
): ChoiceExample | null {
  const candidates = lineCandidates(conversation, key === 'wants' ? mayTellNeed : mayTellObstacle);
  const right = candidates.flatMap(({ stretch }, i) =>
    shows(call.key[key], conversation, stretch) ? [i] : [],
  );
  if (right.length === 0 && call.key[key].length > 0) return null;
  return {
    candidates,
    nothing: noneOf(conversation),
    right: new Set(right),
  };
}

/** How it ended and the line that shows it; where no line is marked or left, any line may. */
function endingExample(call: LabelledCall, conversation: Conversation): ChoiceExample {
  const candidates = endingCandidates(conversation);
  const own = candidates.flatMap(({ ending, stretch }, i) =>
    ending === codeOf[call.disposition]
      ? [{ i, isShown: shows(call.key.ending, conversation, stretch) }]
      : [],
  );
  const shown = own.filter(({ isShown }) => isShown);
  return {
    candidates,
    right: new Set((shown.length > 0 ? shown : own).map(({ i }) => i)),
  };
}

function shows(spans: readonly Span[], { stretches }: Conversation, index: number): boolean {
  const stretch = stretches[index];
  return spans.some((span) => stretch?.segment === span.turn && holds(stretch.words, span));
}

/** At least half of the words, in whatever order they are: a stretch holds its own words together. */
function holds(words: readonly { text: string }[], { text }: Span): boolean {
  const own = new Set(words.map((word) => word.text));
  const wanted = wordsOf(text);
  return wanted.filter((word) => own.has(word)).length >= Math.max(1, wanted.length * 0.6);
}

function wordsOf(text: string): string[] {
  return splitWords(text).map((word) => word.text);
}
