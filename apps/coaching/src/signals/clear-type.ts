import { type DiscScores, leadsFrom, MIDDLE, raises, type Sign } from './disc-scores.ts';
import { type Style, styles } from './indicators.ts';
import { isNotable, listed, titles } from './signal-words.ts';

/** Scores that lie within this say little by their order. */
const CLOSE = 10;
const LEAST_COUNTS = 2;

/** The styles that the type and the texts name; none where there is no clear type. */
export function clearStyles(disc: DiscScores): readonly Style[] {
  const { leading, signs } = disc;
  // A style that rests on small differences alone is told neither as a manner nor in the type.
  const borneOut = leading.filter((style) => isBorneOut(raisingOf(style, signs), style));
  return isApartByScores(disc) && borneOut[0] === leading[0] ? borneOut : [];
}

/** The rule that no type came through; what moved the scores is told by the reasoning. */
export function whyNoType(disc: DiscScores): string {
  const { scores, leading, signs } = disc;
  const all = Object.values(scores);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  if (most - least < CLOSE) {
    const lie = least === most ? `are ${most}` : `lie close together (${least} to ${most})`;
    return `All four scores ${lie}, so that none of the four styles stands out.`;
  }
  const above = (least: number) => styles.filter((style) => scores[style] >= least);
  const told = (some: readonly Style[]) => listed(some.map((style) => `${titles[style]} (${scores[style]})`));
  const highest = above(most);
  if (!isApartByScores(disc)) {
    const are = highest.length === 1 ? 'is' : 'are';
    return `None of the four scores is far enough above the usual ${MIDDLE} to name a type; the highest ${are} ${told(highest)}.`;
  }
  const lead = leading[0] as Style;
  const higher = above(scores[lead] + 1);
  const first =
    higher.length > 0
      ? `${listed(higher.map((style) => `${told([style])} counts for a type only from ${leadsFrom[style]}`))}; ${told([lead])} is high enough`
      : highest.length > 1
        ? `No score is higher than ${told([lead])}`
        : `${titles[lead]} is highest (${most})`;
  return `${first}, but ${whatIsMissing(raisingOf(lead, signs))}.`;
}

function whatIsMissing(raising: readonly Sign[]): string {
  if (raising.length === 0) return 'only small differences raise it, and a type needs two clear ones';
  return raising.length < LEAST_COUNTS
    ? 'only one thing that raises it stands out, and a type needs two'
    : 'only weak signs of it were heard, and a type needs a strong one as well';
}

/** Whether one style stands out by more than chance. */
function isApartByScores({ scores, leading }: DiscScores): boolean {
  const all = Object.values(scores);
  return (
    Math.max(...all) - Math.min(...all) >= CLOSE && leading.some((style) => scores[style] >= leadsFrom[style])
  );
}

function raisingOf(style: Style, signs: readonly Sign[]): Sign[] {
  return signs.filter((sign) => isNotable(sign) && raises(style, sign));
}

/** One count says what was counted and no more: a manner needs two, one of which counts in full, whosever it is. */
function isBorneOut(raising: readonly Sign[], style: Style): boolean {
  return (
    raising.length >= LEAST_COUNTS &&
    raising.some(({ indicator }) => Math.abs(indicator.weights[style] ?? 0) === 1)
  );
}
