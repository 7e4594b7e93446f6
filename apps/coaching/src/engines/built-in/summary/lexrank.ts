/** A sentence as LexRank sees it: its content words. */
export interface RankedText {
  lemmas: readonly string[];
}

const SIMILAR = 0.1;
const DAMPING = 0.85;
const ROUNDS = 30;

/**
 * LexRank (Erkan and Radev 2004): sentences that many others resemble score high. Cosine of tf-idf vectors, power
 * iteration with a fixed number of rounds, so that the same text gives the same order.
 */
export function lexRank(texts: readonly RankedText[]): number[] {
  const size = texts.length;
  if (size === 0) return [];
  const vectors = tfIdf(texts);
  const neighbours: { to: number; weight: number }[][] = texts.map(() => []);
  for (let i = 0; i < size; i += 1) {
    for (let j = i + 1; j < size; j += 1) {
      const weight = cosine(vectors[i] as Vector, vectors[j] as Vector);
      if (weight < SIMILAR) continue;
      neighbours[i]?.push({ to: j, weight });
      neighbours[j]?.push({ to: i, weight });
    }
  }
  const degrees = neighbours.map((own) => own.reduce((sum, { weight }) => sum + weight, 0));
  let scores = texts.map(() => 1 / size);
  for (let round = 0; round < ROUNDS; round += 1) {
    scores = neighbours.map((own) => {
      const received = own.reduce(
        (sum, { to, weight }) => sum + ((scores[to] ?? 0) * weight) / (degrees[to] || 1),
        0,
      );
      return (1 - DAMPING) / size + DAMPING * received;
    });
  }
  return scores;
}

interface Vector {
  weights: Map<string, number>;
  norm: number;
}

function tfIdf(texts: readonly RankedText[]): Vector[] {
  const documents = new Map<string, number>();
  for (const { lemmas } of texts)
    for (const lemma of new Set(lemmas)) documents.set(lemma, (documents.get(lemma) ?? 0) + 1);
  return texts.map(({ lemmas }) => {
    const weights = new Map<string, number>();
    for (const lemma of lemmas) {
      const idf = Math.log(1 + texts.length / (documents.get(lemma) ?? 1));
      weights.set(lemma, (weights.get(lemma) ?? 0) + idf);
    }
    let squares = 0;
    for (const weight of weights.values()) squares += weight * weight;
    return { weights, norm: Math.sqrt(squares) };
  });
}

function cosine(a: Vector, b: Vector): number {
  if (a.norm === 0 || b.norm === 0) return 0;
  const [small, large] = a.weights.size <= b.weights.size ? [a, b] : [b, a];
  let dot = 0;
  for (const [lemma, weight] of small.weights) dot += weight * (large.weights.get(lemma) ?? 0);
  return dot / (a.norm * b.norm);
}
