import { hash } from '../../conversation/hash.ts';
import { endsSentence, type SpokenTurn, type SpokenWord } from './read-words.ts';

/** Words `from` up to, not including, `to` of a turn: a stretch, or all that is judged of the turn at once. */
export interface Unit {
  turn: number;
  from: number;
  to: number;
}

/** The bags of features of a unit, in this order. */
export const bags = ['own', 'around', 'before', 'after', 'earlier'] as const;

const AROUND_WORDS = 15;
const BEFORE_WORDS = 30;
const AFTER_WORDS = 25;
const EARLIER_WORDS = 20;
/** Splits the features of the two roles, who do different things with the same words. */
const OF_AGENT = 0x5bd1e995;
/** There is no such turn. */
const NONE = hash('none');

/**
 * What a unit is judged by: its words, the words around it in its turn, and those of the turns around. An excerpt
 * has no place in its call.
 */
export function unitFeatures(turns: readonly SpokenTurn[], unit: Unit, isExcerpt = false): number[][] {
  const turn = turns[unit.turn] as SpokenTurn;
  const { words } = turn;
  const { from, to } = unit;
  const own = words.slice(from, to);
  const before = turns[unit.turn - 1]?.words.slice(-BEFORE_WORDS);
  const after = turns[unit.turn + 1]?.words.slice(0, AFTER_WORDS);
  const earlier = turns[unit.turn - 2]?.words.slice(-EARLIER_WORDS);
  const around = [
    ...grams(words.slice(Math.max(0, from - AROUND_WORDS), from), 'b', 2),
    ...grams(words.slice(to, to + AROUND_WORDS), 'a', 2),
  ];
  const stems = own.flatMap(({ token }) =>
    token.length > 5 && !token.startsWith('<') ? [hash(`st${token.slice(0, 5)}`)] : [],
  );
  const places = [...placeInTurn(turn, own, from, to), ...(isExcerpt ? [] : placeInCall(turns, unit.turn))];
  const all = [
    [...grams(own, '', 3), ...stems, ...places.map((place) => hash(place))],
    from === 0 && to === words.length ? [] : around,
    before === undefined ? [NONE] : grams(before, 'p', 2),
    after === undefined ? [NONE] : grams(after, 'n', 2),
    earlier === undefined ? [NONE] : grams(earlier, 'q', 1),
  ];
  const role = turn.role === 'agent' ? OF_AGENT : 0;
  return all.map((features) => features.map((feature) => (feature ^ role) >>> 0));
}

function placeInTurn(
  { words, punctuated }: SpokenTurn,
  own: readonly SpokenWord[],
  from: number,
  to: number,
): string[] {
  const first = own[0]?.token;
  const last = own.at(-1)?.mark ?? '';
  const asks = own.some(({ mark }) => mark === '?') ? '?' : endsSentence(last) ? '.' : last || '0';
  const mark = punctuated ? asks : 'n';
  return [
    `length${Math.min(30, Math.round(own.length / 3))}`,
    `first${from === 0}`,
    `last${to === words.length}`,
    `mark${mark}`,
    `mark${mark}${first}`,
    `opens${first} ${own[1]?.token}`,
  ];
}

function placeInCall(turns: readonly SpokenTurn[], turn: number): string[] {
  return [
    `left${Math.min(6, turns.length - turn)}`,
    `at${Math.min(6, turn)}`,
    `turns${Math.min(20, Math.round(turns.length / 4))}`,
  ];
}

/** Words, pairs and threes of words, and pairs around a gap. */
function grams(words: readonly SpokenWord[], prefix: string, most: 1 | 2 | 3): number[] {
  const found: number[] = [];
  const start = hash(prefix);
  const after = (token: string, before: number) => hash(' ', hash(token, before));
  words.forEach(({ token }, i) => {
    const one = words[i - 1]?.token ?? '<s>';
    const two = words[i - 2]?.token;
    found.push(hash(token, start));
    if (most > 1) found.push(hash(token, after(one, start)));
    if (most > 2 && two !== undefined)
      found.push(hash(token, after(one, after(two, start))), hash(token, after('_', after(two, start))));
  });
  if (most > 1) found.push(hash('</s>', after(`${words.at(-1)?.token}`, start)));
  return found;
}
