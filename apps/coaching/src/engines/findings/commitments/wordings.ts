import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Action } from './find-actions.ts';
import type { Kind } from './is-for-later.ts';
import { meantLines } from './meant-lines.ts';

/** Words of a call that may tell what is to be done, as they are quoted. */
export interface Wording {
  /** How much of the turn it is. */
  form: 'clause' | 'stretch' | 'sentence' | 'with before' | 'turn';
  said: string;
  /** What stands beside it: the end of the turn it answers, or the line before that tells what is meant. */
  beside: { kind: 'answered' | 'after'; said: string } | null;
  /** The clause of the promise or the request itself, within `said`. */
  clause: string;
  /** How likely what is shown holds what tells what is meant. */
  told: number;
}

const MOST_OWN_WORDS = 40;
const MOST_OTHER_WORDS = 34;
const LEAST_WORDS = 3;
const LEAST_LINE_WORDS = 4;
/** Of a line before, as the one that tells what is meant. */
const MEANT_FROM = 0.15;
const SENTENCE_END = /[.?!…]["'”’]?(?=\s|$)/g;
const BREAK = /[.?!…]["'”’]?\s+$/;
/** What only says that one was heard. */
const LEADING =
  /^(?:(?:(?:okay|ok|yeah|yep|yes|sure|great|perfect|right|alright|good)[.,!]+|(?:and|so|well|oh(?!\s+(?:oh|one|two|three|four|five|six|seven|eight|nine)\b)|um|uh)\b[.,]*)\s+)+/i;

/** All that can be quoted for a promise or a request: its own words, more of its turn, and what it answers. */
export function wordingsOf(
  conversation: Conversation,
  stretch: Stretch,
  actions: readonly Action[],
  kind: Kind,
): Wording[] {
  const lines = meantLines(conversation, stretch, kind);
  const own = ownForms(conversation, stretch, actions);
  const besides = besidesOf(conversation, stretch, lines);
  const itself = 1 - lines.reduce((sum, { probability }) => sum + probability, 0);
  const told = (shown: ReadonlySet<number>): number =>
    lines.reduce((sum, { index, probability }) => sum + (shown.has(index) ? probability : 0), itself);
  const found = own.flatMap(({ form, said, clause, shown }) => [
    { form, said, clause, beside: null, told: told(shown) },
    ...besides
      .filter(({ shown: other }) => ![...other].every((index) => shown.has(index)))
      .map(({ kind, said: line, shown: other }) => ({
        ...{ form, said, clause, beside: { kind, said: line } },
        told: told(new Set([...shown, ...other])),
      })),
  ]);
  const known = new Set<string>();
  return found.filter(({ said, beside }) => {
    const key = `${said}|${beside?.said ?? ''}`;
    return !known.has(key) && known.add(key) !== undefined;
  });
}

interface Shown {
  said: string;
  /** The stretches it is made of. */
  shown: ReadonlySet<number>;
}

type OwnForm = Shown & Pick<Wording, 'form' | 'clause'>;

function ownForms(conversation: Conversation, stretch: Stretch, actions: readonly Action[]): OwnForm[] {
  const { transcript, stretches, turns } = conversation;
  const text = transcript.segments[stretch.segment]?.text ?? '';
  const { from, to } = turns[stretch.turn] ?? { from: 0, to: 0 };
  const beside = stretches.slice(from, to).filter(({ segment }) => segment === stretch.segment);
  const [first = stretch, last = stretch] = [beside[0], beside.at(-1)];
  const sentence = sentenceAround(text, stretch, first.start, last.end);
  const before = sentenceAround(text, { start: sentence.start - 2, end: sentence.start }, first.start, last.end);
  const spans: { form: Wording['form']; start: number; end: number }[] = [
    ...clausesOf(text, stretch, actions).map((span) => ({ form: 'clause' as const, ...span })),
    { form: 'stretch', start: stretch.start, end: stretch.end },
    { form: 'sentence', ...sentence },
    { form: 'with before', start: Math.max(first.start, before.start), end: sentence.end },
    { form: 'turn', start: first.start, end: last.end },
  ];
  const clause = stretch.text.trim();
  return spans.flatMap(({ form, start, end }) => {
    const said = shortened(text.slice(start, end).trim());
    const size = said.split(/\s+/).length;
    if (size < LEAST_WORDS || size > MOST_OWN_WORDS || breaksOff(said)) return [];
    const shown = new Set(beside.filter((one) => one.start < end && one.end > start).map(({ index }) => index));
    return [{ form, said, clause: form === 'clause' ? said : shortened(clause), shown }];
  });
}

/** A clause that ends at a mark: without marks nobody can tell. */
function clausesOf(
  text: string,
  stretch: Stretch,
  actions: readonly Action[],
): { start: number; end: number }[] {
  return actions.filter(({ start, end, isHalf }) => {
    const isEnded = /^["'”’]?\s*(?:[.,;:?!…–—]|$)/.test(text.slice(end));
    return !isHalf && isEnded && start >= stretch.start && end <= stretch.end;
  });
}

/** The sentence that holds a span, within the limits of its turn. */
function sentenceAround(
  text: string,
  { start, end }: { start: number; end: number },
  first: number,
  last: number,
): { start: number; end: number } {
  const ends = [...text.matchAll(SENTENCE_END)].map(({ 0: mark, index }) => index + mark.length);
  const from = ends.filter((at) => at <= start).at(-1) ?? first;
  const until = ends.find((at) => at >= end) ?? last;
  // Without marks there is no sentence to see.
  if (ends.length === 0) return { start: Math.max(first, start), end: Math.min(last, end) };
  return { start: Math.max(first, from), end: Math.min(last, until) };
}

type Beside = Shown & { kind: 'answered' | 'after' };

function besidesOf(
  conversation: Conversation,
  stretch: Stretch,
  lines: readonly { index: number; probability: number }[],
): Beside[] {
  const answered = upTo(conversation, stretch.turn - 1, null, MOST_OTHER_WORDS);
  const found: Beside[] = [];
  const add = (kind: Beside['kind'], shown: readonly Stretch[]): void => {
    const said = textOf(conversation, shown);
    const isWhole = said.split(/\s+/).length >= LEAST_LINE_WORDS && !breaksOff(said);
    if (isWhole) found.push({ kind, said, shown: new Set(shown.map(({ index }) => index)) });
  };
  add('answered', answered);
  for (const { index, probability } of lines) {
    const line = conversation.stretches[index] as Stretch;
    if (probability < MEANT_FROM || answered.includes(line) || line.turn === stretch.turn) continue;
    add(line.role !== stretch.role && line.turn === stretch.turn - 1 ? 'answered' : 'after', [line]);
    break;
  }
  return found;
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
function startsSentence(text: string, start: number): boolean {
  return !/[.?!,]/.test(text) || start === 0 || BREAK.test(text.slice(0, start));
}
