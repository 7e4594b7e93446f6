import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { splitWords } from '../src/engines/conversation/split-words.ts';
import { lineCandidates, noLine } from '../src/engines/findings/key-words/line-candidates.ts';
import { isEndingLine, isObstacleLine, isWishLine } from '../src/engines/findings/key-words/lines.ts';
import { topicCandidates } from '../src/engines/findings/key-words/topic-candidates.ts';
import type { ChoiceExample } from './fit-choices.ts';
import { codeOf } from './labels.ts';
import type { KeyWords, LabelledCall, Span } from './read-calls.ts';

export type Key = keyof KeyWords;

/** The candidates for a key; null where its words were lost to noise. */
export function keyExample(key: Key, call: LabelledCall, conversation: Conversation): ChoiceExample | null {
  return key === 'about' ? topicExample(call, conversation) : lineExample(key, call, conversation);
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
    candidates: candidates.map(({ features }) => features),
    nothing: noLine(conversation),
    right: new Set(right),
  };
}

function lineExample(
  key: Exclude<Key, 'about'>,
  call: LabelledCall,
  conversation: Conversation,
): ChoiceExample | null {
  const code = key === 'ending' ? codeOf[call.disposition] : '';
  const is = { wants: isWishLine, obstacle: isObstacleLine, ending: isEndingLine }[key];
  const candidates = lineCandidates(conversation, is, code);
  const right = candidates.flatMap(({ stretch }, i) => {
    const own = conversation.stretches[stretch];
    const isRight = call.key[key].some((span) => own?.segment === span.turn && holds(own.words, span));
    return isRight ? [i] : [];
  });
  if (right.length === 0 && call.key[key].length > 0) return null;
  return {
    candidates: candidates.map(({ features }) => features),
    nothing: noLine(conversation, code),
    right: new Set(right),
  };
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
