import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Kind } from './is-for-later.ts';
import { meantLines } from './meant-lines.ts';
import { standsAlone } from './stands-alone.ts';

const MOST_OWN_WORDS = 40;
const MOST_OTHER_WORDS = 34;
/** That what is shown tells what is to be done. */
const TOLD_FROM = 0.6;
const BREAK = /[.?!…]["'”’]?\s+$/;
/** What only says that one was heard. */
const LEADING =
  /^(?:(?:(?:okay|ok|yeah|yep|yes|sure|great|perfect|right|alright|good|cool|absolutely|of course|no problem|fair enough|got it)[.,!]+|(?:and|so|well|oh(?!\s+(?:oh|one|two|three|four|five|six|seven|eight|nine)\b)|um|uh)\b[.,]*)\s+)+/i;

/** What was said with a promise in one breath, and what it answers. */
interface Exchange {
  said: string;
  /** `, in answer to “…”`, or nothing where it is understood without. */
  answered: string;
}

/** The least that was said around it which likely tells what is to be done; null where that is not enough. */
export function exchangeAround(
  conversation: Conversation,
  stretch: Stretch,
  kind: Kind,
  least = TOLD_FROM,
): Exchange | null {
  const lines = meantLines(conversation, stretch, kind);
  const chanceOf = new Map(lines.map(({ index, probability }) => [index, probability]));
  const itself = 1 - lines.reduce((sum, { probability }) => sum + probability, 0);
  const told = (shown: readonly Stretch[]): number =>
    shown.reduce((sum, { index }) => sum + (chanceOf.get(index) ?? 0), itself);
  const turn = wholeTurn(conversation, stretch);
  const own = turn ?? upTo(conversation, stretch.turn, stretch.index, MOST_OWN_WORDS);
  const other = upTo(conversation, stretch.turn - 1, null, MOST_OTHER_WORDS);
  if (own.length === 0 || breaksOff(stretch.text)) return null;
  const isEnough = (shown: readonly Stretch[]): boolean =>
    told(shown) >= least && standsAlone(textOf(conversation, shown), shortened(stretch.text.trim()));
  if (startsAlone(conversation, stretch) && isEnough([stretch]))
    return { said: textOf(conversation, [stretch]), answered: '' };
  const said = textOf(conversation, own);
  if (own.length > 1 && isEnough(own)) return { said, answered: '' };
  if (other.length === 0 || told([...own, ...other]) < least) return null;
  const short = told([stretch, ...other]) >= least ? textOf(conversation, [stretch]) : said;
  return { said: short, answered: `, in answer to “${textOf(conversation, other)}”` };
}

/** A promise with all that it answers, as far as it is short enough to be read. */
export function wholeExchange(conversation: Conversation, { turn, index }: Stretch): Exchange {
  const own = upTo(conversation, turn, index, MOST_OWN_WORDS);
  const other = upTo(conversation, turn - 1, null, MOST_OTHER_WORDS);
  const words = other.reduce((sum, one) => sum + one.words.length, 0);
  const answered = words < LEAST_OTHER_WORDS ? '' : `, in answer to “${textOf(conversation, other)}”`;
  return { said: textOf(conversation, own), answered };
}
/** `Okay, thank you` tells nothing. */
const LEAST_OTHER_WORDS = 4;

/** What is said after a promise may say what it is about, too: `Just send me the number. The drive-away, everything in.` */
function wholeTurn(conversation: Conversation, { turn }: Stretch): Stretch[] | null {
  const { from, to } = conversation.turns[turn] ?? { from: 0, to: 0 };
  const all = conversation.stretches.slice(from, to);
  const size = all.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  const isWhole = size <= MOST_OWN_WORDS && all.every(({ segment }) => segment === all[0]?.segment);
  return isWhole && !breaksOff(all.at(-1)?.text ?? '') ? all : null;
}

function startsAlone({ transcript }: Conversation, { segment, start }: Stretch): boolean {
  return startsSentence(transcript.segments[segment]?.text ?? '', start);
}

/** The end of a turn, up to one of its stretches, in whole sentences that were said in one breath. */
function upTo(
  { turns, stretches, transcript }: Conversation,
  turn: number,
  last: number | null,
  most: number,
): Stretch[] {
  const { from, to } = turns[turn] ?? { from: 0, to: 0 };
  const all = stretches.slice(from, last === null ? to : last + 1);
  const end = all.at(-1);
  if (end === undefined || chance(end, 'machine') > 0.5) return [];
  const text = transcript.segments[end.segment]?.text ?? '';
  let words = 0;
  let best: Stretch[] = [];
  for (let i = all.length - 1; i >= 0; i -= 1) {
    const one = all[i] as Stretch;
    words += one.text.split(/\s+/).length;
    if (one.segment !== end.segment || words > most) break;
    if (startsSentence(text, one.start)) best = all.slice(i);
  }
  return best;
}

function textOf({ transcript }: Conversation, shown: readonly Stretch[]): string {
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return '';
  return shortened((transcript.segments[first.segment]?.text ?? '').slice(first.start, last.end).trim());
}

export function shortened(said: string): string {
  return said
    .replace(/\s["'”’]$|[.,;]+$/, '')
    .replace(LEADING, '')
    .replaceAll(/[“”]/g, '"');
}

/** `I'll put you...` */
export function breaksOff(said: string): boolean {
  return /(?:\.\.+|…|[-–—])["'”’]?$/.test(said.trim());
}

/** Without marks nobody can tell. */
export function startsSentence(text: string, start: number): boolean {
  return !/[.?!,]/.test(text) || start === 0 || BREAK.test(text.slice(0, start));
}

/** `Would you tell Sharon not to pay?` `I'll tell her.` */
export function wasAsked({ stretches, turns }: Conversation, { turn }: Stretch): boolean {
  const { from = 0, to = 0 } = turns[turn - 1] ?? {};
  return stretches.slice(from, to).some((one) => chance(one, 'request') >= ASKED_FROM);
}
const ASKED_FROM = 0.5;
