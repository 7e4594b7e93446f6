import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, likeliest, type Stretch } from '../../conversation/conversation.ts';
import { capitalized } from '../capitalized.ts';
import { callerOf } from '../commitments/agreement-items.ts';
import { namesOf } from '../commitments/names.ts';
import { toldOfOwner } from '../commitments/spoken-to-owner.ts';
import type { Agreement, Commitment, Findings } from '../findings.ts';
import { grantsWish, takesOffList } from '../outcome/asks-off-list.ts';
import { speakerName } from '../speaker-name.ts';
import { agreedWhen, saidOfTime, type When } from './agreed-when.ts';
import { isTellable } from './is-tellable.ts';
import { doerOf, nextStep } from './next-step.ts';
import { lowered } from './opening.ts';
import { breaksOff, quoted, tells } from './quoted.ts';
import { showsEnd } from './shows-end.ts';

/** How the call ended, as one sentence without its full stop, and the stretches it rests on. */
interface EndingSentence {
  text: string;
  stretches: number[];
}

/** @param used stretches that the summary has shown already. */
export function endingOf(findings: Findings, used: ReadonlySet<number>): EndingSentence | null {
  const { conversation, outcome, agreements, commitments } = findings;
  const names = namesOf(conversation);
  // Somebody answered for the contact.
  if (outcome.code === 'gatekeeper') names.contact = 'whoever answered';
  const { agent } = names;
  const agreed = (kind: Agreement['kind']): Agreement | undefined =>
    agreements.find((one) => one.kind === kind);
  const appointment = agreed('appointment');
  const callback = agreed('callback');
  const isMain = outcome.code === 'next_step_agreed' || outcome.code === 'gatekeeper';
  const next = nextStep(conversation, names, commitments, [appointment, callback], !isMain);
  const shown = shownLine(findings);
  const isQuotable = shown !== null && !used.has(shown.index);
  // Whoever said the line that shows it: a wife may agree for both.
  const saidBy = (line: Stretch): string =>
    line.role === 'contact' && outcome.code !== 'gatekeeper'
      ? speakerName(conversation, line)
      : names.contact;
  const contact = isQuotable ? saidBy(shown) : names.contact;
  // `Wednesday, eight fifteen` says all there is to say.
  const leastWords = outcome.code === 'appointment_set' ? LEAST_OF_A_TIME : LEAST_WORDS;
  /** With the time, or the words that show it, and what comes next. */
  const followed = (
    text: string,
    when: When = nothing,
    line: Stretch | null = isQuotable ? shown : null,
  ): EndingSentence => {
    // `Do it` shows nothing that `agreed to go ahead` does not say.
    const isShown = when.text === '' && line !== null && line.words.length >= leastWords;
    const ended = isShown ? `${text}: ${quoted(conversation, line)}` : `${text}${when.text}`;
    const stretches = isShown ? [line.index] : [...when.stretches];
    if (next === null || isMain) return { text: ended, stretches };
    const told =
      isShown || when.isQuoted ? `${ended} ${capitalized(next.text)}` : `${ended}, and ${next.text}`;
    return { text: told, stretches: [...stretches, ...next.stretches] };
  };
  const whenOf = (one: Agreement | undefined): When => {
    const when = agreedWhen(conversation, one, findings.day);
    return when.text === '' && !isQuotable ? saidOfTime(conversation) : when;
  };
  switch (outcome.code) {
    case 'appointment_set':
      return followed('They agreed on an appointment', whenOf(appointment));
    case 'callback_requested': {
      const when = whenOf(callback);
      if (callback !== undefined)
        return {
          text: `${callbackText(conversation, callback)}${when.text}`,
          stretches: [...when.stretches],
        };
      return callOf(conversation, commitments) ?? followed(`${agent} and ${contact} are to talk again`, when);
    }
    case 'sale_made': {
      // `Do you want a check?`, `Do it`: another line may say what was bought.
      const isTelling = isQuotable && shown.words.length >= LEAST_WORDS && !shown.text.trim().endsWith('?');
      const line = isTelling
        ? shown
        : (likeliestLine(findings, used, 'buy') ??
          (isQuotable && !shown.text.trim().endsWith('?') ? shown : null));
      return followed(`${line === null ? contact : saidBy(line)} agreed to go ahead`, nothing, line);
    }
    case 'next_step_agreed':
      return next === null
        ? followed('They agreed on a next step')
        : { text: next.text, stretches: next.stretches };
    case 'no_next_step':
      return { text: 'The call ended without a next step', stretches: [] };
    case 'not_interested': {
      const line = isQuotable
        ? shown
        : (noOf(findings, used) ?? likeliestLine(findings, used, 'decline', 'object:not_interested'));
      return line === null
        ? { text: `${contact} was not interested`, stretches: shown === null ? [] : [shown.index] }
        : { text: `${saidBy(line)} declined: ${quoted(conversation, line)}`, stretches: [line.index] };
    }
    case 'not_qualified': {
      const line = isQuotable ? shown : likeliestLine(findings, used, 'not_qualified');
      const text = `The offer turned out not to fit ${contact}`;
      return line === null
        ? { text, stretches: [] }
        : { text: `${text}: ${quoted(conversation, line)}`, stretches: [line.index] };
    }
    case 'gatekeeper':
      if (next !== null) return { text: next.text, stretches: next.stretches };
      return !isQuotable
        ? null
        : {
            text: `${shown.role === 'agent' ? agent : capitalized(contact)} said: ${quoted(conversation, shown)}`,
            stretches: [shown.index],
          };
    case 'do_not_contact': {
      const surely = (act: Act): Stretch | null => {
        const found = likeliest(conversation.stretches, act);
        return found !== undefined && chance(found, act) >= SURE ? found : null;
      };
      const wish = surely('opt_out');
      const who = wish?.role === 'contact' ? speakerName(conversation, wish) : contact;
      const honored = surely('honor_opt_out') ?? takesOffList(conversation) ?? grantsWish(conversation);
      const obstructed = surely('obstruct_opt_out');
      const isLate = honored !== null && obstructed !== null && obstructed.index < honored.index;
      const agreed = `, and ${agent} agreed${isLate ? ' in the end' : ''}`;
      const answer =
        honored !== null ? agreed : obstructed !== null ? `, and ${agent} did not agree to it` : '';
      return {
        text: `${who} asked not to be called again${answer}`,
        stretches: [wish, honored].flatMap((one) => one?.index ?? []),
      };
    }
    case 'unclear':
      return { text: 'How the call ended is not clear from what was said', stretches: [] };
    default:
      return null;
  }
}

/** The line that shows the ending, where it may be quoted. */
function shownLine({ conversation, outcome }: Findings): Stretch | null {
  const shown = conversation.stretches[outcome.shown ?? -1];
  if (shown === undefined || shown.words.length > MOST_WORDS || isLeftOpen(shown)) return null;
  return showsEnd(conversation, outcome.code, shown) ? shown : null;
}

/** `She's at the school till quarter past three but`; `We'll leave it so.` is whole. */
function isLeftOpen(line: Stretch): boolean {
  return breaksOff(line) && !/[.?!]["'”]?\s*$/.test(line.text);
}

/** The last of what was said against it that is no more than a no. */
function noOf({ conversation, objections }: Findings, used: ReadonlySet<number>): Stretch | null {
  const said = objections.findLast(({ kind, stretch }) => kind === 'not_interested' && !used.has(stretch));
  const line = conversation.stretches[said?.stretch ?? -1];
  const isShort = line !== undefined && line.words.length >= LEAST_WORDS && line.words.length <= MOST_WORDS;
  return isShort && !breaksOff(line) ? line : null;
}

/** Where no line was found to show it, the one that most surely does. */
function likeliestLine(
  { conversation, outcome }: Findings,
  used: ReadonlySet<number>,
  ...acts: Act[]
): Stretch | null {
  const own = conversation.stretches.filter(
    (one) =>
      (one.role === 'contact' || acts.includes('not_qualified')) &&
      !used.has(one.index) &&
      one.words.length >= LEAST_WORDS &&
      one.words.length <= MOST_WORDS &&
      !breaksOff(one) &&
      tells(one, LEAST_CONTENT),
  );
  const found = likeliest(own, ...acts);
  if (found === undefined || chance(found, ...acts) < PLAIN) return null;
  return showsEnd(conversation, outcome.code, found) ? found : null;
}

/** A call that was promised without a time. */
function callOf(conversation: Conversation, commitments: readonly Commitment[]): EndingSentence | null {
  const call = commitments.find(({ text }) => /^(?:Call|Ring|Phone|Try) /.test(text) && isTellable(text));
  if (call === undefined) return null;
  const owner = doerOf(conversation, call, namesOf(conversation));
  return {
    text: `${owner} is to ${toldOfOwner(lowered(call.text))}`,
    stretches: call.stretches,
  };
}

function callbackText(conversation: Conversation, callback: Agreement): string {
  const names = namesOf(conversation);
  const caller = callerOf(conversation, callback);
  const other = caller === 'agent' ? 'contact' : 'agent';
  return `${names[caller]} is to call ${names[other]} back`;
}

const MOST_WORDS = 24;
const LEAST_WORDS = 4;
const LEAST_OF_A_TIME = 2;
const LEAST_CONTENT = 2;
const SURE = 0.5;
const PLAIN = 0.8;
const nothing: When = { text: '', stretches: [], isQuoted: false };
