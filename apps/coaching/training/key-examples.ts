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

export interface KeyExample extends ChoiceExample {
  /** Words were marked that no candidate has: nothing is right, and nothing can be learnt from it. */
  isLost: boolean;
}

/** The candidates for a key, and those with the words that were marked. */
export function keyExample(key: Key, call: LabelledCall, conversation: Conversation): KeyExample {
  if (key === 'about') return topicExample(call, conversation);
  return key === 'ending' ? endingExample(call, conversation) : lineExample(key, call, conversation);
}

function topicExample(call: LabelledCall, conversation: Conversation): KeyExample {
  const candidates = topicCandidates(conversation);
  const right = candidates.flatMap(({ stretch, from, to }, i) => {
    const own = conversation.stretches[stretch];
    const said = own?.words.slice(from, to).map(({ text }) => text);
    const isRight = call.key.about.some(
      ({ turn, text }) => own?.segment === turn && wordsOf(text).join(' ') === said?.join(' '),
    );
    return isRight ? [i] : [];
  });
  return {
    candidates,
    nothing: noneOf(conversation),
    right: new Set(right),
    isLost: right.length === 0 && call.key.about.length > 0,
  };
}

function lineExample(key: 'wants' | 'obstacle', call: LabelledCall, conversation: Conversation): KeyExample {
  const candidates = lineCandidates(conversation, key === 'wants' ? mayTellNeed : mayTellObstacle);
  const marked = markedStretches(key, call, conversation);
  const right = candidates.flatMap(({ stretch }, i) => (marked.has(stretch) ? [i] : []));
  return {
    candidates,
    nothing: noneOf(conversation),
    right: new Set(right),
    isLost: right.length === 0 && call.key[key].length > 0,
  };
}

/** How it ended and the line that shows it; where no line is marked or left, any line may: nothing is ever lost. */
function endingExample(call: LabelledCall, conversation: Conversation): KeyExample {
  const candidates = endingCandidates(conversation);
  const marked = markedStretches('ending', call, conversation);
  const own = candidates.flatMap(({ ending, stretch }, i) =>
    ending === codeOf[call.disposition] ? [{ i, isMarked: marked.has(stretch) }] : [],
  );
  const shown = own.filter(({ isMarked }) => isMarked);
  return {
    candidates,
    right: new Set((shown.length > 0 ? shown : own).map(({ i }) => i)),
    isLost: false,
  };
}

/** The stretches, by index, that hold the words that were marked. */
export function markedStretches(
  key: Key,
  call: Pick<LabelledCall, 'key'>,
  { stretches }: Conversation,
): ReadonlySet<number> {
  const marked = stretches.filter(({ segment, words }) =>
    call.key[key].some((span) => segment === span.turn && holds(words, span)),
  );
  return new Set(marked.map(({ index }) => index));
}

/** Three of five of the words, in whatever order they are: a stretch holds its own words together. */
function holds(words: readonly { text: string }[], { text }: Span): boolean {
  const own = new Set(words.map((word) => word.text));
  const wanted = wordsOf(text);
  return wanted.filter((word) => own.has(word)).length >= Math.max(1, wanted.length * 0.6);
}

export function wordsOf(text: string): string[] {
  return splitWords(text).map((word) => word.text);
}
