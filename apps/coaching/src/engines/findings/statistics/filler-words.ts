import speech from './speech.json' with { type: 'json' };

const fillers = speech.fillers.map((filler) => filler.split(' '));
const notAfter = new Set(speech.not_filler_after);
const notBefore = new Set(speech.not_filler_before);

/** Fillers among the words of one speaker's segment; `what kind of` and `do you know` carry meaning and are none. */
export function countFillers(texts: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < texts.length; at += 1) {
    const filler = fillers.find((words) => words.every((word, i) => texts[at + i] === word));
    if (filler === undefined) continue;
    const meant =
      filler.length > 1 &&
      (notAfter.has(texts[at - 1] ?? '') || notBefore.has(texts[at + filler.length] ?? ''));
    if (meant) continue;
    count += 1;
    at += filler.length - 1;
  }
  return count;
}
