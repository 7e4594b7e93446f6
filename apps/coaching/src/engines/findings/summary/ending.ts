import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, likeliest, type Stretch } from '../../conversation/conversation.ts';
import { callerOf, inSentence } from '../commitments/agreement-items.ts';
import { namesOf, type Side } from '../commitments/names.ts';
import { namesBefore } from '../commitments/names-before.ts';
import { toldOfOwner } from '../commitments/spoken-to-owner.ts';
import type { Agreement, Commitment, Findings } from '../findings.ts';
import { isPrincipal, speakerName } from '../speaker-name.ts';
import { lowered } from './opening.ts';
import { quoted } from './quoted.ts';
import { showsEnd } from './shows-end.ts';

type Names = Record<Side, string>;

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
  const next = nextStep(conversation, names, commitments, [appointment, callback]);
  const shown = conversation.stretches[outcome.shown ?? -1] ?? null;
  const isQuotable =
    shown !== null &&
    shown.words.length <= MOST_WORDS &&
    !used.has(shown.index) &&
    showsEnd(conversation, outcome.code, shown);
  // Whoever said the line that shows it: a wife may agree for both.
  const contact =
    isQuotable && shown.role === 'contact' && outcome.code !== 'gatekeeper'
      ? speakerName(conversation, shown)
      : names.contact;
  /** With what comes next, else with the words that show it. */
  const followed = (text: string, stretches: readonly number[] = []): EndingSentence => {
    if (next !== null && !next.isQuoted)
      return { text: `${text}, and ${next.text}`, stretches: [...stretches, ...next.stretches] };
    // `Do it` shows nothing that `agreed to go ahead` does not say.
    return stretches.length === 0 && isQuotable && shown.words.length >= LEAST_WORDS
      ? { text: `${text}: ${quoted(conversation, shown)}`, stretches: [shown.index] }
      : { text, stretches: [...stretches] };
  };
  switch (outcome.code) {
    case 'appointment_set':
      return appointment === undefined || !appointment.isSure
        ? followed('They agreed on an appointment')
        : followed(`They agreed on an appointment${inSentence(appointment.asAgreed)}`, appointment.stretches);
    case 'callback_requested':
      return callback === undefined
        ? (callOf(conversation, commitments) ?? followed(`${agent} and ${contact} are to talk again`))
        : { text: callbackText(conversation, callback), stretches: [...callback.stretches] };
    case 'sale_made':
      return followed(`${contact} agreed to go ahead`);
    case 'next_step_agreed':
      return next === null
        ? followed('They agreed on a next step')
        : { text: next.text, stretches: next.stretches };
    case 'no_next_step':
      return { text: 'The call ended without a next step', stretches: [] };
    case 'not_interested':
      return !isQuotable
        ? { text: `${contact} was not interested`, stretches: shown === null ? [] : [shown.index] }
        : { text: `${contact} declined: ${quoted(conversation, shown)}`, stretches: [shown.index] };
    case 'not_qualified':
      return !isQuotable
        ? { text: `The offer turned out not to fit ${contact}`, stretches: [] }
        : {
            text: `The offer turned out not to fit ${contact}: ${quoted(conversation, shown)}`,
            stretches: [shown.index],
          };
    case 'gatekeeper':
      if (next !== null) return { text: next.text, stretches: next.stretches };
      return !isQuotable
        ? null
        : { text: `The answer was: ${quoted(conversation, shown)}`, stretches: [shown.index] };
    case 'do_not_contact': {
      const surely = (act: Act): Stretch | null => {
        const found = likeliest(conversation.stretches, act);
        return found !== undefined && chance(found, act) >= SURE ? found : null;
      };
      const wish = surely('opt_out');
      const who = wish?.role === 'contact' ? speakerName(conversation, wish) : contact;
      const honored = surely('honor_opt_out');
      const isObstructed = honored === null && surely('obstruct_opt_out') !== null;
      const answer =
        honored !== null ? `, and ${agent} agreed` : isObstructed ? `, and ${agent} did not agree to it` : '';
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

/** A call that was promised without a time. */
function callOf(conversation: Conversation, commitments: readonly Commitment[]): EndingSentence | null {
  const call = commitments.find(({ text }) => /^(?:Call|Ring|Phone|Try) /.test(text));
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
  return `${names[caller]} is to call ${names[other]} back${inSentence(callback.asAgreed)}`;
}

interface NextStep {
  text: string;
  stretches: number[];
  isQuoted: boolean;
}

/** `Danielle is to text Walt who is coming`: the surest of the agent's items, else the contact's, else its words. */
function nextStep(
  conversation: Conversation,
  names: Names,
  commitments: readonly Commitment[],
  agreements: readonly (Agreement | undefined)[],
): NextStep | null {
  const isNews = ({ text, stretches }: Commitment): boolean =>
    !/^(?:Keep the appointment|Do not|Take .* off the call list)/.test(text) &&
    !(
      / back\b/.test(text) &&
      agreements.some((one) => one?.stretches.some((index) => stretches.includes(index)))
    );
  const worth = ({ owner, text, probability }: Commitment): number =>
    // What needs a second quotation to be understood comes last.
    probability + Number(owner === 'agent') - 2 * Number(QUOTED.test(text)) - 2 * Number(EXCHANGE.test(text));
  const [first] = commitments
    .filter(isNews)
    .map((one) => ({ ...one, text: one.text.replace(CONTEXT, '$1') }))
    .toSorted((a, b) => worth(b) - worth(a));
  if (first === undefined) return null;
  const { owner, text, stretches } = first;
  const words = QUOTED.exec(text)?.[1]?.replace(/([^.?!])”$/, '$1.”');
  const given = conversation.stretches[stretches[0] ?? 0];
  const isOwn = given?.role === owner;
  if (words === undefined)
    return {
      text: `${doerOf(conversation, first, names)} is to ${toldOfOwner(lowered(text))}`,
      stretches,
      isQuoted: false,
    };
  // What needs a second quotation to be understood is for the list of items.
  if (EXCHANGE.test(text)) return null;
  const speaker = given === undefined ? names[owner] : speakerOf(conversation, given, names);
  return { text: `${speaker} ${isOwn ? 'promised' : 'asked'}: ${words}`, stretches, isQuoted: true };
}

/** Whoever promised, or was asked: with several on a side not always the one of the records. */
function doerOf(conversation: Conversation, { owner, stretches }: Commitment, names: Names): string {
  const given = conversation.stretches[stretches[0] ?? 0];
  if (given === undefined) return names[owner];
  if (given.role === owner) return speakerOf(conversation, given, names);
  const asked = namesBefore(conversation, given)[owner];
  return namesOf(conversation)[owner] === asked ? names[owner] : asked;
}

function speakerOf(conversation: Conversation, given: Stretch, names: Names): string {
  return isPrincipal(conversation, given) ? names[given.role] : speakerName(conversation, given);
}

const QUOTED = /: (“[^”]+”(?:, (?:in answer to|after) “[^”]+”)?)/;
const EXCHANGE = /”, (?:in answer to|after) “/;
/** The words around what is said in its own words already. */
const CONTEXT = /^((?!Keep the promise|See to what)[^:“]+): “.*$/s;
const MOST_WORDS = 24;
const LEAST_WORDS = 4;
const SURE = 0.5;
