import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import type { Action } from './find-actions.ts';
import type { Kind } from './is-for-later.ts';
import { meantLines } from './meant-lines.ts';
import { actionVerbs, finiteVerbs, leads } from './word-classes.ts';

/** Words of a call that may tell what is to be done, as they are quoted. */
export interface Wording {
  /** How much of its turn it is. */
  form: 'clause' | 'stretch' | 'sentence' | 'with before' | 'turn';
  said: string;
  /** The promise or the request itself, within `said`. */
  clause: string;
  /** The end of the turn it answers, or the line before that tells what is meant. */
  beside: Beside | null;
  /** How likely all that is shown holds what is meant. */
  told: number;
}

interface Beside extends Shown {
  kind: 'answered' | 'after';
}

interface Shown {
  said: string;
  stretches: readonly Stretch[];
}

type OwnWords = Shown & Pick<Wording, 'form' | 'clause'>;

interface Span {
  start: number;
  end: number;
}

const MOST_OWN_WORDS = 40;
const MOST_BESIDE_WORDS = 34;
const LEAST_OWN_WORDS = 3;
const LEAST_BESIDE_WORDS = 4;
/** In characters: a longer turn is not looked through for sentences. */
const MOST_LENGTH = 4000;
/** Of a line before, that it tells what is meant. */
const MEANT_FROM = 0.15;
const SUBJECTS = new Set(['i', 'you', 'we', 'they', 'he', 'she']);
const SENTENCE_END = /[.?!…]["'”’]?(?=\s|$)/g;
const CLAUSE_END = /^["'”’]?\s*(?:\.(?!\.)|[,;:?!]|$)/;
/** What only says that one was heard. */
const LEADING =
  /^(?:(?:(?:okay|ok|yeah|yep|yes|sure|great|perfect|right|alright|good)[.,!]+|(?:and|so|well|oh(?!\s+(?:oh|one|two|three|four|five|six|seven|eight|nine)\b)|um|uh)\b[.,]*)\s+)+/i;

/** All that can be quoted for a promise or a request: its own words, more of its turn, and with what it answers. */
export function wordingsOf(
  conversation: Conversation,
  stretch: Stretch,
  actions: readonly Action[],
  kind: Kind,
): Wording[] {
  const lines = meantLines(conversation, stretch, kind);
  const itself = 1 - lines.reduce((sum, { probability }) => sum + probability, 0);
  const told = (...shown: readonly Stretch[]): number =>
    lines.reduce(
      (sum, { index, probability }) => (shown.some((one) => one.index === index) ? sum + probability : sum),
      itself,
    );
  const besides = besidesOf(conversation, stretch, lines);
  return ownWords(conversation, stretch, actions).flatMap(({ form, said, clause, stretches }) => [
    { form, said, clause, beside: null, told: told(...stretches) },
    ...besides.map((beside) => ({
      ...{ form, said, clause, beside },
      told: told(...stretches, ...beside.stretches),
    })),
  ]);
}

/** From its clause to its whole turn, each once. */
function ownWords(
  { transcript, stretches, turns }: Conversation,
  stretch: Stretch,
  actions: readonly Action[],
): OwnWords[] {
  const text = transcript.segments[stretch.segment]?.text ?? '';
  const { from, to } = turns[stretch.turn] ?? { from: 0, to: 0 };
  const first = stretches[from] ?? stretch;
  const last = stretches[to - 1] ?? stretch;
  const turn = {
    start: first.segment === stretch.segment ? first.start : 0,
    end: last.segment === stretch.segment ? last.end : text.length,
  };
  const isLong = turn.end - turn.start > MOST_LENGTH;
  const sentence = isLong ? stretch : sentenceAround(text, stretch, turn);
  const before = { start: Math.max(turn.start, sentence.start - 2), end: sentence.start };
  const spans: [Wording['form'], Span][] = [
    ...clausesOf(text, stretch, actions).map((span): [Wording['form'], Span] => ['clause', span]),
    ['stretch', stretch],
    ['sentence', sentence],
  ];
  if (!isLong) {
    spans.push(['with before', { ...sentence, start: sentenceAround(text, before, turn).start }]);
    spans.push(['turn', withoutQuestion(text, turn, sentence.end)]);
  }
  const known = new Set<string>();
  return spans.flatMap(([form, { start, end }]) => {
    const whole = text.slice(start, end).trim();
    const said = shortened(whole);
    const size = said.split(/\s+/).length;
    if (known.has(said) || size < LEAST_OWN_WORDS || size > MOST_OWN_WORDS) return [];
    if (breaksOff(whole) || !hasVerb(said)) return [];
    known.add(said);
    const shown = stretches
      .slice(Math.max(from, stretch.index - MOST_OWN_WORDS), Math.min(to, stretch.index + MOST_OWN_WORDS))
      .filter((one) => one.segment === stretch.segment && one.start < end && one.end > start);
    const clause = form === 'clause' ? said : shortened(stretch.text.trim());
    return [{ form, said, clause, stretches: shown }];
  });
}

/** A clause that ends at a mark: without marks nobody can tell. */
function clausesOf(text: string, { start, end }: Stretch, actions: readonly Action[]): Span[] {
  return actions.filter(
    (action) =>
      !action.isHalf &&
      action.start >= start &&
      action.end <= end &&
      CLAUSE_END.test(text.slice(action.end, action.end + 3)),
  );
}

/** The sentence that holds a span, as far as its turn goes; without marks there is none to see. */
function sentenceAround(text: string, { start, end }: Span, turn: Span): Span {
  const said = text.slice(turn.start, turn.end);
  const ends = [...said.matchAll(SENTENCE_END)].map(({ 0: mark, index }) => turn.start + index + mark.length);
  if (ends.length === 0) return { start, end };
  return {
    start: ends.findLast((at) => at <= start) ?? turn.start,
    end: ends.find((at) => at >= end) ?? turn.end,
  };
}

/** `I'll email that over. And what's your name?`: a question at the end is another matter. */
function withoutQuestion(text: string, turn: Span, from: number): Span {
  const rest = /\?["'”’]?\s*$/.test(text.slice(from, turn.end)) ? from : turn.end;
  return { start: turn.start, end: rest };
}

function besidesOf(
  conversation: Conversation,
  stretch: Stretch,
  lines: readonly { index: number; probability: number }[],
): Beside[] {
  const answered = endOf(conversation, stretch.turn - 1);
  const meant = lines
    .filter(({ probability }) => probability >= MEANT_FROM)
    .map(({ index }) => conversation.stretches[index] as Stretch)
    .find((line) => line.turn !== stretch.turn && !answered.includes(line));
  const isAnswered = meant?.turn === stretch.turn - 1;
  const found: Beside[] = [
    { kind: 'answered', said: textOf(conversation, answered), stretches: answered },
    {
      kind: isAnswered ? 'answered' : 'after',
      said: meant === undefined ? '' : textOf(conversation, [meant]),
      stretches: meant === undefined ? [] : [meant],
    },
  ];
  return found.filter(
    ({ said }, i) =>
      said.split(/\s+/).length >= LEAST_BESIDE_WORDS &&
      !breaksOff(said) &&
      (i === 0 || said !== found[0]?.said),
  );
}

/** The last sentences of a turn that were said in one breath, as many as are short enough to be read. */
function endOf({ turns, stretches, transcript }: Conversation, turn: number): Stretch[] {
  const { from, to } = turns[turn] ?? { from: 0, to: 0 };
  const end = stretches[to - 1];
  if (to === from || end === undefined || chance(end, 'machine') > 0.5) return [];
  const text = transcript.segments[end.segment]?.text ?? '';
  let words = 0;
  let best: Stretch[] = [];
  for (let i = to - 1; i >= from; i -= 1) {
    const one = stretches[i] as Stretch;
    words += one.text.split(/\s+/).length;
    if (one.segment !== end.segment || words > MOST_BESIDE_WORDS) break;
    if (startsSentence(text, one.start)) best = stretches.slice(i, to);
  }
  return best;
}

function textOf({ transcript }: Conversation, shown: readonly Stretch[]): string {
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return '';
  return shortened((transcript.segments[first.segment]?.text ?? '').slice(first.start, last.end).trim());
}

/** `Ten-year parts, two years of labor` is what is agreed, not what is to be done. */
function hasVerb(said: string): boolean {
  return splitWords(said).some(
    ({ text }, i, words) =>
      finiteVerbs.has(text) ||
      text.endsWith('ing') ||
      SUBJECTS.has(text) ||
      (actionVerbs.has(text) && (i === 0 || opensVerb(words[i - 1]?.text ?? ''))),
  );
}

function opensVerb(before: string): boolean {
  return leads.has(before) || ['to', 'and', 'please', 'just'].includes(before);
}

function shortened(said: string): string {
  return said
    .replace(/\s["'”’]$|[.,;]+$/, '')
    .replace(LEADING, '')
    .replaceAll(/[“”]/g, '"');
}

/** `I'll put you...` */
function breaksOff(said: string): boolean {
  return /(?:\.\.+|…|[-–—])["'”’]?$/.test(said.trim());
}

/** Without marks nobody can tell. */
function startsSentence(text: string, start: number): boolean {
  return (
    !/[.?!,]/.test(text) || start === 0 || /[.?!…]["'”’]?\s+$/.test(text.slice(Math.max(0, start - 6), start))
  );
}
