import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { namedFor, phrasesIn } from './find-referent.ts';
import type { Kind } from './is-for-later.ts';
import type { Sides } from './spoken-to-owner.ts';
import { prepositions, things, timeWords } from './word-classes.ts';

/** With `the` alone before them nobody knows which: `bring the list`, `send the number`. */
const EMPTY_HEADS = new Set(
  'list lists paper papers page pages figure figures number numbers name names sheet sheets pin box answers gear stuff photo photos picture pictures rules file files thing things'.split(
    ' ',
  ),
);
const MOST_LINES = 80;
const FREE = new Set('over back out along in across'.split(' '));

/** Where a task names its thing by one word. */
const BARE = /\b(?:the|that|those|these) (\p{Ll}+)(?= |,|$)/gu;

/**
 * `Bring the list`, where somebody spoke of `the list of tablets` → `Bring the list of tablets`. Null where the word
 * alone does not say which, and nobody said more.
 */
export function wholeObject(
  { stretches, transcript }: Conversation,
  stretch: Stretch,
  kind: Kind,
  sides: Sides,
  text: string,
): string | null {
  const lines = stretches.slice(Math.max(0, stretch.index - MOST_LINES), stretch.index).reverse();
  let isVague = false;
  const whole = text.replace(BARE, (bare: string, head: string, at: number) => {
    if (!things.has(head) && !EMPTY_HEADS.has(head)) return bare;
    const rest = text
      .slice(at + bare.length)
      .trim()
      .replace(/^,\s*/, '');
    if (!isBare(rest)) return bare;
    const fuller = fullerName(head);
    if (fuller === null) {
      isVague ||= EMPTY_HEADS.has(head);
      return bare;
    }
    return fuller;
  });
  return isVague ? null : whole;

  function fullerName(head: string): string | null {
    for (const line of lines) {
      const segment = transcript.segments[line.segment]?.text ?? '';
      for (const { words } of phrasesIn(line, segment)) {
        const lower = words.map((word) => word.toLowerCase());
        const of = lower.findIndex((word) => word === 'of' || word === 'for');
        const isSame = lower.at(of < 0 ? -1 : of - 1) === head;
        if (isSame && words.length > 2)
          return namedFor(words, (line.role === stretch.role) === (kind === 'promise'), sides);
      }
    }
    return null;
  }
}

function isBare(rest: string): boolean {
  const [next = '', after = ''] = rest.toLowerCase().split(/[\s,]+/);
  if (next === '' || timeWords.has(next) || FREE.has(next)) return true;
  return prepositions.has(next) && next !== 'for' && timeWords.has(after);
}
