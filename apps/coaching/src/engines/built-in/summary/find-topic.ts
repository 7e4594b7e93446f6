import { type Quote, quoteOf } from '../evidence/claim.ts';
import topics from '../lexicons/topics.json' with { type: 'json' };
import { CueIndex } from '../patterns/cue-index.ts';
import { classes } from '../patterns/word-classes.ts';
import type { Reading } from '../reading.ts';
import { opensQuestion } from '../text/boundary-rules.ts';

const index = new CueIndex({ topic: { any: topics.openings } }, classes);
const stops = new Set(topics.stops);
const replaced = new Map(Object.entries(topics.replaced));
const OPENING_TURNS = 5;
const TOPIC_WORDS = 10;
const LEAST_WORDS = 2;

export interface Topic {
  /** As it stands after `about`: `lowering their electric bill`. */
  text: string;
  quote: Quote;
}

/** What the call is about, in the words of whoever called. Null when nobody said it plainly. */
export function findTopic({ document, context }: Reading): Topic | null {
  const caller = context.incoming === true ? 'contact' : 'agent';
  for (const unit of document.units) {
    if (unit.turn > OPENING_TURNS) return null;
    if (unit.role !== caller) continue;
    const match = index.match(document.words, unit)[0];
    if (match === undefined) continue;
    const words: string[] = [];
    for (let at = match.to; at < Math.min(unit.to, match.to + TOPIC_WORDS); at += 1) {
      const texts = document.words.slice(at, unit.to).map(({ text }) => text);
      if (stops.has(texts[0] ?? '') || opensQuestion(texts, 0, false)) break;
      words.push(replaced.get(texts[0] ?? '') ?? (texts[0] as string));
    }
    while (stops.has(words.at(-1) ?? '') || topics.trailing.includes(words.at(-1) ?? '')) words.pop();
    if (words.length >= LEAST_WORDS) {
      return {
        text: words.join(' ').replaceAll(" 's", "'s"),
        quote: quoteOf(document, unit, match.from, match.to),
      };
    }
  }
  return null;
}
