import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import emptyWords from '../lexicons/empty-words.json' with { type: 'json' };
import type { Reading } from '../reading.ts';
import type { Unit } from '../text/document.ts';
import { lexRank } from './lexrank.ts';

const LEAST_WORDS = 6;
const MOST_WORDS = 34;
/** Ranking compares every pair; of very long calls the sentences richest in content are ranked. */
const RANKED_AT_MOST = 400;
const empty = new Set(emptyWords.words);

/** Statements by how central they are to the conversation, the most central first. */
export function centralLines({ document, questions, cues, outcomeCues }: Reading, role: SpeakerRole): Unit[] {
  const asked = new Set(questions.map(({ unit }) => unit.index));
  const dull = ['greeting', 'closing', 'rapport', 'self_name', 'permission', 'anything_else'];
  const settling = ['voicemail_greeting', 'scheduling', 'confirmation', 'callback_request', 'callback_offer'];
  const candidates = document.units
    .filter((unit) => unit.to - unit.from >= LEAST_WORDS && unit.to - unit.from <= MOST_WORDS)
    .filter((unit) => !asked.has(unit.index) && !dull.some((name) => cues.has(unit, name)))
    .filter((unit) => !settling.some((name) => outcomeCues.has(unit, name)))
    .map((unit) => ({
      unit,
      lemmas: contentLemmas(document.words.slice(unit.from, unit.to)),
    }))
    .filter(({ lemmas }) => lemmas.length >= 2)
    .sort((a, b) => b.lemmas.length - a.lemmas.length || a.unit.index - b.unit.index)
    .slice(0, RANKED_AT_MOST);
  const scores = lexRank(candidates);
  return candidates
    .map(({ unit, lemmas }, i) => ({
      unit,
      score: (scores[i] ?? 0) * confidence(unit) * Math.min(1, lemmas.length / 4),
    }))
    .filter(({ unit }) => unit.role === role)
    .sort((a, b) => b.score - a.score || a.unit.index - b.unit.index)
    .map(({ unit }) => unit);

  function confidence(unit: Unit): number {
    const segment = document.transcript.segments[document.words[unit.from]?.segment ?? 0];
    return segment?.confidence ?? 1;
  }
}

function contentLemmas(words: readonly { lemma: string }[]): string[] {
  return words
    .map(({ lemma }) => lemma)
    .filter((lemma) => lemma.length > 2 && !empty.has(lemma) && /\p{L}/u.test(lemma));
}
