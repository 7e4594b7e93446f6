import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Findings, Objection, ObjectionKind, OutcomeCode } from '../findings.ts';
import { shownObjection } from '../objections/shown-objection.ts';
import { saidTogether, wordsIn } from '../passage.ts';
import { speakerName } from '../speaker-name.ts';
import { breaksOff } from './quoted.ts';

const phrases: Partial<Record<ObjectionKind, string>> = {
  price: 'the price',
  timing: 'the timing',
  no_time: 'a lack of time',
  authority: 'that others have a say',
  need: 'that there was no need',
  competitor: 'a better offer elsewhere',
  existing_provider: 'an existing provider',
  information_first: 'a wish to see something in writing first',
};
const isOver = new Set<OutcomeCode>(['not_interested', 'not_qualified', 'do_not_contact']);
/** The words speak for themselves; its kind is named where they cannot be quoted, and it is likelier than not. */
const NAMED_FROM = 0.5;
/** The line that a person would take to show what stood in the way: surer where it was not heard as an objection. */
const TELLING_FROM = { asObjection: 0.6, alone: 0.85 };
/** In a summary there is no room for doubt. */
const REPORTED_FROM = 0.5;
/** What stays in the way when the call is over. */
const LASTING = new Set<ObjectionKind>(['price', 'authority', 'existing_provider', 'timing', 'competitor']);
const LEAST_WORDS = 4;
const MOST_WORDS = 28;

/** What stood in the way, in the words that tell it best. */
export function obstacles(findings: Findings, used: Set<number>): string {
  const { conversation, objections, outcome } = findings;
  // Whoever wants no more calls has nothing against the offer.
  if (outcome.code === 'do_not_contact') return '';
  // Whoever answered for the contact.
  const nameOf = (one: Stretch): string =>
    outcome.code === 'gatekeeper' ? 'Whoever answered' : speakerName(conversation, one);
  const telling = tellingStretch(findings);
  const worth = ({ kind, stretch, probability }: Objection): number =>
    probability + Number(stretch === telling?.index) + Number(LASTING.has(kind));
  const sure = objections
    .filter(({ kind, probability }) => kind !== 'not_interested' && probability >= REPORTED_FROM)
    .filter(({ kind }) => kind !== 'no_time' || !isOver.has(outcome.code))
    .toSorted((a, b) => worth(b) - worth(a));
  const lines = sure.flatMap(({ stretch }) => conversation.stretches[stretch] ?? []);
  if (lines.length === 0 && telling !== undefined) lines.push(telling);
  const shown = lines
    .filter(({ index }) => !used.has(index))
    .flatMap((line) => passageOf(conversation, line) ?? []);
  const [first, ...others] = shown;
  if (first === undefined) return named(findings, sure, nameOf);
  const mayBeSecond = new Set(
    sure
      .filter(
        ({ kind }) => LASTING.has(kind) || (kind === 'no_time' && outcome.code === 'callback_requested'),
      )
      .map(({ stretch }) => stretch),
  );
  const second = others.find(
    ({ line }) =>
      mayBeSecond.has(line.index) && nameOf(line) === nameOf(first.line) && !first.run.includes(line),
  );
  const both =
    second === undefined ? [first] : [first, second].toSorted((a, b) => a.line.index - b.line.index);
  for (const { run } of both) for (const { index } of run) used.add(index);
  const words = both.map(({ text }, i) => `“${i < both.length - 1 ? text.replace(/\.$/, '') : text}”`);
  return `${nameOf(first.line)} objected: ${words.join(', and ')}`;
}

interface Passage {
  line: Stretch;
  run: readonly Stretch[];
  /** With its last mark. */
  text: string;
}

/** An objection with what stands around it, as the list of objections shows it; else its line alone. */
function passageOf(conversation: Conversation, line: Stretch): Passage | null {
  const runs = [shownObjection(conversation, line), [line]];
  for (const run of runs) {
    const size = wordsIn(run);
    const last = run.at(-1);
    if (size < LEAST_WORDS || size > MOST_WORDS || last === undefined || breaksOff(last)) continue;
    return { line, run, text: marked(saidTogether(conversation, run).slice(1, -1)) };
  }
  return null;
}

function marked(text: string): string {
  const shown = text.replace(/[.,;]+$/, '');
  return /[?!…]$/.test(shown) ? shown : `${shown}.`;
}

/** By its kind alone, where no line of it can be quoted. */
function named(
  { conversation }: Findings,
  sure: readonly Objection[],
  nameOf: (one: Stretch) => string,
): string {
  for (const { kind, stretch: index } of sure) {
    const given = conversation.stretches[index];
    const phrase = phrases[kind];
    if (given !== undefined && phrase !== undefined && chance(given, `object:${kind}`) >= NAMED_FROM)
      return `${nameOf(given)}'s objection was ${phrase}.`;
  }
  return '';
}

function tellingStretch({ conversation, objections, keyWords: { obstacle } }: Findings): Stretch | undefined {
  if (obstacle === null) return undefined;
  const isObjection = objections.some(({ stretch }) => stretch === obstacle.stretch);
  const isSure = obstacle.probability >= TELLING_FROM[isObjection ? 'asObjection' : 'alone'];
  return isSure ? conversation.stretches[obstacle.stretch] : undefined;
}
