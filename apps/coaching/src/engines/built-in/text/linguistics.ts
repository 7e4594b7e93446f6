import model from 'wink-eng-lite-web-model';
import winkNLP from 'wink-nlp';

const nlp = winkNLP(model, ['sbd', 'pos']);
const { its } = nlp;

/** wink's tokenizer takes quadratic time on a run without a space: 900,000 letters took minutes. No word is this long. */
const NO_WORD = /\S{61,}/g;

export interface Reading {
  /** Lemma of the token that starts at a character of the text. */
  lemmas: Map<number, string>;
  /** Characters at which a sentence starts, in order; 0 not among them. */
  sentenceStarts: number[];
}

/**
 * Reads one text. wink keeps the characters but not their places, so each token is looked up from the end of the one
 * before it: one pass over the text.
 */
export function readText(text: string): Reading {
  // Engines that write capitals only would have every word tagged as a name.
  const lower = /\p{Ll}/u.test(text) ? text : text.toLowerCase();
  const readable = lower.replace(NO_WORD, (run) => ' '.repeat(run.length));
  const document = nlp.readDoc(readable);
  const tokens = document.tokens();
  const values = tokens.out(its.value);
  // its.lemma is declared with the parameters of the library's own loop, which out() then does not accept.
  const lemmas = tokens.out(its.lemma as never) as unknown as string[];
  // The declared type of its.span does not fit the declared type of out(); the value is [first, last] token.
  const spans = document.sentences().out(its.span as never) as unknown as [number, number][];
  const reading: Reading = { lemmas: new Map(), sentenceStarts: [] };
  const firstTokens = new Set(spans.slice(1).map(([first]) => first));
  let cursor = 0;
  values.forEach((value, index) => {
    const at = readable.indexOf(value, cursor);
    if (at < 0) return;
    cursor = at + value.length;
    reading.lemmas.set(at, lemmas[index] ?? value);
    if (firstTokens.has(index)) reading.sentenceStarts.push(at);
  });
  return reading;
}
