import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { MOST_WORDS, wordsIn } from '../passage.ts';
import { speakerOf } from '../speaker-name.ts';

const LISTENING = 0.5;
const ENDS_SENTENCE = /[.?!…]["']?\s*$/;

/** What the person answers who answers first: others who speak up were not asked. */
export function ofWhoAnswers(conversation: Conversation, reply: readonly Stretch[]): Stretch[] {
  const first = reply.find((one) => chance(one, 'backchannel') < LISTENING);
  if (first === undefined) return [];
  const speaker = speakerOf(conversation, first);
  return reply.filter((one) => speakerOf(conversation, one) === speaker);
}

/**
 * An answer as far as it shows what came out: from its beginning, so that nothing stands alone that only colours what
 * was said before, through the stretch that weighs most, to the end of that sentence.
 */
export function shownAnswer(answer: readonly Stretch[], core: Stretch): Stretch[] {
  const own = answer.filter(({ segment }) => segment === core.segment);
  const at = own.indexOf(core);
  let from = own.findIndex((one) => chance(one, 'backchannel') < LISTENING);
  while (from < at && wordsIn(own.slice(from, at + 1)) > MOST_WORDS) from += 1;
  let to = at;
  const isOpen = () => !ENDS_SENTENCE.test(own[to]?.text ?? '') && to + 1 < own.length;
  while (isOpen() && wordsIn(own.slice(from, to + 2)) <= MOST_WORDS) to += 1;
  return own.slice(Math.min(from, at), to + 1);
}
