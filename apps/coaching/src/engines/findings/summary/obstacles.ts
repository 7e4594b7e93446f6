import { chance } from '../../conversation/conversation.ts';
import { namesOf } from '../commitments/names.ts';
import type { Findings, Objection, ObjectionKind } from '../findings.ts';
import { listed } from '../rating/reasoning.ts';
import { quoted } from './quoted.ts';

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
  const [surest] = [...sure].sort((a, b) => b.probability - a.probability);
  if (surest === undefined) return '';
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
