import { finiteVerbs, subjects, timeWords } from './word-classes.ts';

/** After whoever is told or asked. */
export const TOLD_WHAT = new Set('if whether about for to when where what how not that who which'.split(' '));

/** `Tell Doyle when he comes` says when, and not what; `tell Simran she sends it` says what, and `ask Kev along` where. */
export function isToldWhat(words: readonly string[]): boolean {
  const all = words.map((word) => word.toLowerCase().replace(/[,;:]$/, ''));
  const then = all.findIndex((word, i) => word === 'when' && !['to', 'you', 'i'].includes(all[i + 1] ?? ''));
  const lower = then < 0 ? all : all.slice(0, then);
  return lower.some((word, i) => {
    if (i === 0) return false;
    const next = lower[i + 1] ?? '';
    if (TOLD_WHAT.has(word)) return next !== '' && !(word === 'for' && timeWords.has(next));
    const isClause =
      i > 1 && (subjects.has(word) || finiteVerbs.has(word) || /['’](?:s|re|ll|ve|m)$/.test(word));
    return (
      (isClause && next !== '') ||
      (lower[0] === 'ask' && i === 2 && ['along', 'round', 'over'].includes(word))
    );
  });
}
