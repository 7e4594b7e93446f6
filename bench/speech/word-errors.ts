export interface WordErrors {
  /** Said. */
  words: number;
  substituted: number;
  omitted: number;
  inserted: number;
}

/** What NIST's sclite weighs a wrong, a left out and an added word by, so that both count the same. */
const SUBSTITUTION = 4;
const OMISSION = 3;
const INSERTION = 3;

export function errorsOf({ substituted, omitted, inserted }: WordErrors): number {
  return substituted + omitted + inserted;
}

export function sumErrors(all: readonly WordErrors[]): WordErrors {
  const sum = (field: keyof WordErrors) => all.reduce((total, one) => total + one[field], 0);
  return {
    ...{ words: sum('words'), substituted: sum('substituted') },
    ...{ omitted: sum('omitted'), inserted: sum('inserted') },
  };
}

/** The cheapest way from what was said to what was heard (Levenshtein over words, weighted). */
export function countWordErrors(said: readonly string[], heard: readonly string[]): WordErrors {
  const ids = new Map([...new Set([...said, ...heard])].map((word, id) => [word, id]));
  const [rows, columns] = [said, heard].map((words) => words.map((word) => ids.get(word) ?? -1)) as [
    number[],
    number[],
  ];
  // The cost of a path so far, and its errors of each kind.
  let above = columns.map((_, index) => ({ ...NONE, cost: (index + 1) * INSERTION, inserted: index + 1 }));
  above.unshift({ ...NONE });
  rows.forEach((word, row) => {
    const current: Path[] = [{ ...NONE, cost: (row + 1) * OMISSION, omitted: row + 1 }];
    columns.forEach((other, column) => {
      const [diagonal, up, left] = [above[column], above[column + 1], current[column]] as [Path, Path, Path];
      const isSame = word === other;
      const through = diagonal.cost + (isSame ? 0 : SUBSTITUTION);
      if (through <= up.cost + OMISSION && through <= left.cost + INSERTION) {
        current.push(
          isSame ? diagonal : { ...diagonal, cost: through, substituted: diagonal.substituted + 1 },
        );
      } else if (up.cost + OMISSION <= left.cost + INSERTION) {
        current.push({ ...up, cost: up.cost + OMISSION, omitted: up.omitted + 1 });
      } else current.push({ ...left, cost: left.cost + INSERTION, inserted: left.inserted + 1 });
    });
    above = current;
  });
  const { substituted, omitted, inserted } = above.at(-1) ?? NONE;
  return { words: said.length, substituted, omitted, inserted };
}

interface Path {
  cost: number;
  substituted: number;
  omitted: number;
  inserted: number;
}

const NONE: Path = { cost: 0, substituted: 0, omitted: 0, inserted: 0 };
