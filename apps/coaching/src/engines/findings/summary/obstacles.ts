import { chance, type Stretch } from '../../conversation/conversation.ts';
import type { Findings, Objection, ObjectionKind, OutcomeCode } from '../findings.ts';
import { listed } from '../rating/reasoning.ts';
import { speakerName } from '../speaker-name.ts';
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
/** Only who went along let an objection go for certain. */
const isWon = new Set<OutcomeCode>(['appointment_set', 'sale_made']);
const isOver = new Set<OutcomeCode>(['not_interested', 'not_qualified', 'do_not_contact']);
/** The kind is named where it is likelier than not; else the words speak for themselves. */
const NAMED_FROM = 0.5;
/** The line that a person would take to show what stood in the way: surer where it was not heard as an objection. */
const TELLING_FROM = { asObjection: 0.6, alone: 0.85 };
/** In a summary there is no room for doubt. */
const REPORTED_FROM = 0.5;
/** Whose kind is not sure may be none. */
const UNNAMED_FROM = 0.8;
const LEAST_WORDS = 4;
const MOST_WORDS = 20;

/** What stood in the way, in the words that tell it best. */
export function obstacles(findings: Findings, used: Set<number>): string {
  const { conversation, objections, outcome } = findings;
  // Whoever answered for the contact.
  const nameOf = (one: Stretch): string =>
    outcome.code === 'gatekeeper' ? 'Whoever answered' : speakerName(conversation, one);
  const sure = objections.filter(
    ({ kind, probability }) => kind !== 'not_interested' && probability >= REPORTED_FROM,
  );
  const telling = tellingStretch(findings);
  const isTelling = ({ stretch }: Objection): number => Number(stretch === telling?.index);
  const [surest] = [...sure].sort((a, b) => isTelling(b) - isTelling(a) || b.probability - a.probability);
  const shown = surest === undefined ? telling : conversation.stretches[surest.stretch];
  const words =
    shown === undefined || used.has(shown.index) || !isQuotable(shown) ? '' : quoted(conversation, shown);
  const isNamed = ({ kind, stretch: index }: Objection): boolean => {
    const given = conversation.stretches[index];
    return given !== undefined && chance(given, `object:${kind}`) >= NAMED_FROM;
  };
  const named = new Map<string, boolean>();
  const speakers = new Set<string>();
  for (const one of sure.filter(isNamed)) {
    const phrase = phrases[one.kind];
    // Who wants none of it may be busy, too.
    if (phrase === undefined || (one.kind === 'no_time' && isOver.has(outcome.code))) continue;
    used.add(one.stretch);
    named.set(phrase, (named.get(phrase) ?? true) && one.settled);
    const given = conversation.stretches[one.stretch];
    if (given !== undefined) speakers.add(nameOf(given));
  }
  if (named.size === 0) {
    const isSure = shown === telling || (surest?.probability ?? 0) >= UNNAMED_FROM;
    if (shown === undefined || words === '' || !isSure) return '';
    used.add(shown.index);
    return `${nameOf(shown)} objected: ${words}`;
  }
  if (shown !== undefined) used.add(shown.index);
  const all = [...named.keys()];
  const isSettled = isWon.has(outcome.code) && all.every((phrase) => named.get(phrase));
  const [objection, were] = all.length === 1 ? ['objection was', 'was'] : ['objections were', 'were'];
  const rest = isSettled ? `, which ${were} settled` : '';
  const isQuoted = words !== '' && all.length === 1 && surest !== undefined && isNamed(surest) && !isSettled;
  const [name] = speakers;
  // Where several objected, the quotation is no longer everybody's.
  const whose = speakers.size === 1 ? `${name}'s` : 'The';
  return `${whose} ${objection} ${listed(all)}${rest}${isQuoted ? `: ${words}` : '.'}`;
}

function tellingStretch({ conversation, objections, keyWords: { obstacle } }: Findings): Stretch | undefined {
  if (obstacle === null) return undefined;
  const isObjection = objections.some(({ stretch }) => stretch === obstacle.stretch);
  const isSure = obstacle.probability >= TELLING_FROM[isObjection ? 'asObjection' : 'alone'];
  return isSure ? conversation.stretches[obstacle.stretch] : undefined;
}

function isQuotable(stretch: Stretch): boolean {
  const size = stretch.words.length;
  return size >= LEAST_WORDS && size <= MOST_WORDS && !breaksOff(stretch);
}
