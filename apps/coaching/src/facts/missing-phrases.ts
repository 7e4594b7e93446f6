import { readRubrics } from '../engines/load-rubrics.ts';

let known: ReadonlyMap<string, string> | undefined;

/** Each phrase for what was not heard, with the indicator that looks for it; the longest first. */
function phrases(): ReadonlyMap<string, string> {
  known ??= new Map(
    [...readRubrics().values()]
      .flatMap(({ criteria }) => criteria.flatMap(({ indicators }) => indicators))
      .map(({ missing, indicator }): [string, string] => [missing, indicator])
      .sort(([a], [b]) => b.length - a.length),
  );
  return known;
}

/** The phrases of a list such as `open questions and a polite end`. An unknown list is one phrase. */
export function phrasesIn(list: string): string[] {
  let rest = list;
  const found: { phrase: string; at: number }[] = [];
  for (const phrase of phrases().keys()) {
    const at = rest.indexOf(phrase);
    if (at < 0) continue;
    found.push({ phrase, at });
    rest = `${rest.slice(0, at)}${'#'.repeat(phrase.length)}${rest.slice(at + phrase.length)}`;
  }
  if (found.length === 0) return list === '' ? [] : [list];
  return found.sort((a, b) => a.at - b.at).map(({ phrase }) => phrase);
}

export function indicatorOf(phrase: string): string | null {
  return phrases().get(phrase) ?? null;
}
