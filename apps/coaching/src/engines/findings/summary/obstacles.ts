import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { namesOf } from '../commitments/names.ts';
import type { Findings, Objection, ObjectionKind } from '../findings.ts';
import { obstacleLine } from '../key-words/find-key-words.ts';
import { listed } from '../rating/reasoning.ts';
import { breaksOff, quoted } from './quoted.ts';

const phrases: Partial<Record<ObjectionKind, string>> = {
  price: 'the price',
  timing: 'the timing',
  no_time: 'a lack of time',
  authority: 'that others have a say',
  need: 'that there was no need',
  trust: 'a lack of trust',
  competitor: 'a better offer elsewhere',
  existing_provider: 'an existing provider',
  information_first: 'a wish to see something in writing first',
};
/** The kind is named where it is likelier than not; else the words speak for themselves. */
const NAMED_FROM = 0.5;
/** The line that a person would take to show what stood in the way: surer where it was not heard as an objection. */
const TELLING_FROM = { asObjection: 0.45, alone: 0.75 };
/** In a summary of four sentences there is no room for doubt. */
const REPORTED_FROM = 0.5;
/** Whose kind is not sure may be none. */
const UNNAMED_FROM = 0.8;
const LEAST_WORDS = 4;
const MOST_WORDS = 20;

/** What stood in the way, in the words of the one that is surest. */
export function obstacles({ conversation, objections }: Findings, used: Set<number>): string {
  const { contact } = namesOf(conversation);
  const sure = objections.filter(
    ({ kind, probability }) => kind !== 'not_interested' && probability >= REPORTED_FROM,
  );
  const telling = tellingStretch(conversation, objections);
  const [surest] = [...sure].sort(
    (a, b) =>
      Number(b.stretch === telling?.index) - Number(a.stretch === telling?.index) ||
      b.probability - a.probability,
  );
  if (surest === undefined) return telling === null ? '' : inOwnWords(conversation, telling, used);
  const stretch = conversation.stretches[surest.stretch];
  const isNamed = ({ kind, stretch: index }: Objection): boolean => {
    const given = conversation.stretches[index];
    return given !== undefined && chance(given, `object:${kind}`) >= NAMED_FROM;
  };
  const size = stretch?.words.length ?? 0;
  const words =
    stretch === undefined || size < LEAST_WORDS || size > MOST_WORDS ? '' : quoted(conversation, stretch);
  const named = new Map<string, boolean>();
  for (const one of sure.filter(isNamed)) {
    const phrase = phrases[one.kind];
    if (phrase === undefined) continue;
    used.add(one.stretch);
    named.set(phrase, (named.get(phrase) ?? true) && one.settled);
  }
  if (named.size === 0 && (words === '' || surest.probability < UNNAMED_FROM)) return '';
  used.add(surest.stretch);
  if (named.size === 0) return `${contact} objected: ${words}`;
  const all = [...named.keys()];
  const isSettled = all.every((phrase) => named.get(phrase));
  const [objection, were] = all.length === 1 ? ['objection was', 'was'] : ['objections were', 'were'];
  const rest = isSettled ? `, which ${were} settled` : '';
  const isQuoted = words !== '' && all.length === 1 && isNamed(surest) && !isSettled;
  return `${contact}'s ${objection} ${listed(all)}${rest}${isQuoted ? `: ${words}` : '.'}`;
}

function tellingStretch(conversation: Conversation, objections: readonly Objection[]): Stretch | null {
  const line = obstacleLine(conversation);
  if (line === null) return null;
  const isObjection = objections.some(({ stretch }) => stretch === line.stretch.index);
  return line.probability >= TELLING_FROM[isObjection ? 'asObjection' : 'alone'] ? line.stretch : null;
}

function inOwnWords(conversation: Conversation, stretch: Stretch, used: Set<number>): string {
  if (used.has(stretch.index) || stretch.words.length < LEAST_WORDS || breaksOff(stretch)) return '';
  used.add(stretch.index);
  return `${namesOf(conversation).contact} objected: ${quoted(conversation, stretch)}`;
}
