import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { namesOf, type Side } from '../commitments/names.ts';
import { namesBefore } from '../commitments/names-before.ts';
import { withoutLine } from '../commitments/said-with-context.ts';
import { toldOfOwner } from '../commitments/spoken-to-owner.ts';
import { standsAlone } from '../commitments/stands-alone.ts';
import type { Agreement, Commitment } from '../findings.ts';
import { isPrincipal, speakerName } from '../speaker-name.ts';
import { isTellable } from './is-tellable.ts';
import { lowered } from './opening.ts';
import { breaksOff, quoted } from './quoted.ts';

const MOST_WORDS = 24;

export type Names = Record<Side, string>;

export interface NextStep {
  text: string;
  stretches: number[];
  isQuoted: boolean;
}

/**
 * `Danielle is to text Walt who is coming`: the surest of the agent's items, else the contact's, else its words.
 * @param isBeside where something else ended the call: only what reads without a quotation
 */
export function nextStep(
  conversation: Conversation,
  names: Names,
  commitments: readonly Commitment[],
  agreements: readonly (Agreement | undefined)[],
  isBeside: boolean,
): NextStep | null {
  const isNews = ({ text, stretches }: Commitment): boolean =>
    !/^(?:Keep the appointment|Do not|Take .* off the call list)/.test(text) &&
    !(
      / back\b/.test(text) &&
      agreements.some((one) => one?.stretches.some((index) => stretches.includes(index)))
    );
  const worth = ({ owner, text, probability }: Commitment): number =>
    // What takes a quotation to be understood comes last.
    probability + Number(owner === 'agent') - 2 * Number(QUOTED.test(text));
  const [first] = commitments
    .filter((one) => isNews(one) && !(isBeside && isForList(one)) && !isQuotedWithLine(one))
    .map((one) => ({ ...one, text: withoutLine(one.text) }))
    .toSorted((a, b) => worth(b) - worth(a));
  if (first === undefined) return null;
  const { owner, text, stretches } = first;
  const words = QUOTED.exec(text)?.[1]?.replace(/([^.?!])”$/, '$1.”');
  const given = conversation.stretches[stretches[0] ?? 0];
  const isOwn = given?.role === owner;
  // `Email Ada their licence and three people on their street`: whose?
  const isOfBoth = /\byour\b/.test(text) && /\btheir\b/.test(text);
  if (words === undefined && (isOfBoth || !isTellable(text))) {
    const isQuotable = given !== undefined && isOwn && given.words.length <= MOST_WORDS && !breaksOff(given);
    // `I'll put it in there`: what, and where?
    if (!isQuotable || given.text.trim().endsWith('?') || !standsAlone(given.text, given.text)) return null;
    return {
      text: `${speakerOf(conversation, given, names)} promised: ${quoted(conversation, given)}`,
      stretches,
      isQuoted: true,
    };
  }
  if (words === undefined)
    return {
      text: `${doerOf(conversation, first, names)} is to ${toldOfOwner(lowered(text))}`,
      stretches,
      isQuoted: false,
    };
  const speaker = given === undefined ? names[owner] : speakerOf(conversation, given, names);
  return { text: `${speaker} ${isOwn ? 'promised' : 'asked'}: ${words}`, stretches, isQuoted: true };
}

/** What takes a quotation to be understood, or does not read without the line that it is from. */
function isForList({ text }: Commitment): boolean {
  return QUOTED.test(text) || !isTellable(withoutLine(text));
}

/** What was said is not understood without the line that is quoted beside it. */
function isQuotedWithLine({ text }: Commitment): boolean {
  return QUOTED.test(withoutLine(text)) && withoutLine(text) !== text;
}

/** Whoever promised, or was asked: with several on a side not always the one of the records. */
export function doerOf(conversation: Conversation, { owner, stretches }: Commitment, names: Names): string {
  const given = conversation.stretches[stretches[0] ?? 0];
  if (given === undefined) return names[owner];
  if (given.role === owner) return speakerOf(conversation, given, names);
  const asked = namesBefore(conversation, given)[owner];
  return namesOf(conversation)[owner] === asked ? names[owner] : asked;
}

function speakerOf(conversation: Conversation, given: Stretch, names: Names): string {
  return isPrincipal(conversation, given) ? names[given.role] : speakerName(conversation, given);
}

const QUOTED = /: (“[^”]+”)/;
