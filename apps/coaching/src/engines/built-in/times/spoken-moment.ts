import lead from '../lexicons/action-phrases.json' with { type: 'json' };
import { type ConversationDocument, spokenText } from '../text/document.ts';
import { capitalizeTimes } from './capitalize-times.ts';
import type { SpokenTime } from './find-times.ts';

/** When something is to happen, as spoken. */
export interface SpokenMoment {
  /** `Friday at five thirty` */
  text: string;
  day: boolean;
  clock: boolean;
}

/** The fullest of several times of one sentence. */
export function fullestMoment(document: ConversationDocument, times: readonly SpokenTime[]): SpokenMoment {
  const fullest = times.reduce((best, time) => (fullness(time) > fullness(best) ? time : best));
  return momentOf(document, fullest);
}

export function momentOf(document: ConversationDocument, { from, to, day, clock }: SpokenTime): SpokenMoment {
  const words = spokenText(document, from, to).split(' ');
  while (words.length > 1 && lead.before_times.includes((words[0] as string).toLowerCase())) words.shift();
  return { text: capitalizeTimes(words.join(' ')), day, clock };
}

/**
 * The moment with what others of the same appointment add: who settles on `Tuesday` after `Tuesday at three` means
 * three o'clock.
 */
export function completed(moment: SpokenMoment, others: readonly SpokenMoment[]): SpokenMoment {
  const words = new Set(moment.text.toLowerCase().split(' '));
  let fullest = moment;
  for (const other of others) {
    const same = other.text
      .toLowerCase()
      .split(' ')
      .some((word) => words.has(word) && !lead.before_times.includes(word));
    if (same && fullness(other) >= fullness(fullest))
      fullest = fullness(other) > fullness(fullest) ? other : fullest;
  }
  return fullest;
}

function fullness({ day, clock }: { day: boolean; clock: boolean }): number {
  return Number(day) + Number(clock);
}
