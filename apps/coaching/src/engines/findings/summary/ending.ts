import { type Conversation, chance } from '../../conversation/conversation.ts';
import { inSentence } from '../commitments/agreement-items.ts';
import type { Agreement, Commitment } from '../commitments/commitment.ts';
import { namesOf } from '../commitments/names.ts';
import { quoted } from './contact-wish.ts';

/** How the call ended, as one sentence without its full stop, and the stretches it rests on. */
interface Ending {
  text: string;
  stretches: number[];
}

export function endingOf(
  conversation: Conversation,
  code: string,
  agreements: readonly Agreement[],
  commitments: readonly Commitment[],
): Ending | null {
  const { agent, contact } = namesOf(conversation);
  const agreed = (kind: Agreement['kind']): Agreement | undefined =>
    agreements.find((one) => one.kind === kind);
  const appointment = agreed('appointment');
  const callback = agreed('callback');
  const next = nextStep(conversation, commitments, [appointment, callback]);
  const followed = (text: string, stretches: readonly number[] = []): Ending => ({
    text: next === null ? text : `${text}, and ${next.text}`,
    stretches: [...stretches, ...(next?.stretches ?? [])],
  });
  switch (code) {
    case 'appointment_set':
      return appointment === undefined
        ? followed('They agreed on an appointment')
        : followed(`They agreed on an appointment${inSentence(appointment.asAgreed)}`, appointment.stretches);
    case 'callback_requested':
      return callback === undefined
        ? (callOf(conversation, commitments) ?? followed(`${agent} and ${contact} are to talk again`))
        : { text: callbackText(conversation, callback, commitments), stretches: [...callback.stretches] };
    case 'sale_made':
      return followed(`${contact} agreed to go ahead`, likeliest(conversation, 'buy'));
    case 'next_step_agreed':
      return next === null
        ? { text: 'They agreed on a next step', stretches: [] }
        : { text: next.text, stretches: next.stretches };
    case 'no_next_step':
      return { text: 'The call ended without a next step', stretches: [] };
    case 'not_interested':
      return {
        text: `${contact} was not interested`,
        stretches: likeliest(conversation, 'object:not_interested'),
      };
    case 'not_qualified': {
      const [index] = likeliest(conversation, 'not_qualified');
      const said = index === undefined ? undefined : conversation.stretches[index];
      const isShort = said !== undefined && said.words.length <= 24 && said.words.length >= 4;
      const why = isShort ? `: ${quoted(said.text)}` : '';
      return {
        text: `The offer turned out not to fit ${contact}${why}`,
        stretches: index === undefined ? [] : [index],
      };
    }
    case 'do_not_contact': {
      const honored = likeliest(conversation, 'honor_opt_out');
      const obstructed = likeliest(conversation, 'obstruct_opt_out');
      const answer =
        honored.length > 0
          ? `, and ${agent} agreed`
          : obstructed.length > 0
            ? `, and ${agent} did not agree to it`
            : '';
      return {
        text: `${contact} asked not to be called again${answer}`,
        stretches: [...likeliest(conversation, 'opt_out'), ...honored.slice(0, 1)],
      };
    }
    case 'unclear':
      return next === null ? null : { text: next.text, stretches: next.stretches };
    default:
      return null;
  }
}

/** A call that was promised without a time. */
function callOf(conversation: Conversation, commitments: readonly Commitment[]): Ending | null {
  const call = commitments.find(({ text }) => /^(?:Call|Ring|Phone|Try) /.test(text));
  if (call === undefined) return null;
  const owner = namesOf(conversation)[call.owner];
  return {
    text: `${owner} is to ${call.text.charAt(0).toLowerCase()}${call.text.slice(1)}`,
    stretches: call.stretches,
  };
}

function callbackText(
  conversation: Conversation,
  callback: Agreement,
  commitments: readonly Commitment[],
): string {
  const names = namesOf(conversation);
  const caller =
    commitments.find(
      ({ text, stretches }) =>
        / back /.test(text) && stretches.some((index) => callback.stretches.includes(index)),
    )?.owner ?? 'agent';
  const other = caller === 'agent' ? 'contact' : 'agent';
  return `${names[caller]} is to call ${names[other]} back${inSentence(callback.asAgreed)}`;
}

/** `Danielle is to text Walt who is coming`: the agent's first item, else the contact's; none that is only quoted. */
function nextStep(
  conversation: Conversation,
  commitments: readonly Commitment[],
  agreements: readonly (Agreement | undefined)[],
): { text: string; stretches: number[] } | null {
  const names = namesOf(conversation);
  const isSaid = ({ text, stretches }: Commitment): boolean =>
    !/^(?:Keep the|See to|Do not|Take .* off the call list)/.test(text) &&
    !(
      / back\b/.test(text) &&
      agreements.some((one) => one?.stretches.some((index) => stretches.includes(index)))
    );
  const said = commitments
    .filter(isSaid)
    .toSorted(
      (a, b) => Number(b.owner === 'agent') - Number(a.owner === 'agent') || b.probability - a.probability,
    );
  const [first] = said;
  if (first === undefined) return null;
  return {
    text: `${names[first.owner]} is to ${first.text.charAt(0).toLowerCase()}${first.text.slice(1)}`,
    stretches: first.stretches,
  };
}

function likeliest({ stretches }: Conversation, act: Parameters<typeof chance>[1]): number[] {
  const found = stretches.filter((stretch) => chance(stretch, act) >= 0.5);
  const [best] = found.toSorted((a, b) => chance(b, act) - chance(a, act) || a.index - b.index);
  return best === undefined ? [] : [best.index];
}
