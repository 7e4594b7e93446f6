import { bare, quoteOf } from '../../conversation/claim.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import type { Agreement, Outcome } from '../findings.ts';
import { contactName } from '../said.ts';

/** Why the call is taken to have ended so, in one or two sentences. */
export function outcomeReasoning(
  conversation: Conversation,
  { code, stretches }: Outcome,
  agreements: readonly Agreement[],
): string {
  const name = contactName(conversation);
  const last = conversation.stretches[stretches.at(-1) ?? -1];
  const words = last === undefined ? '' : `: "${bare(quoteOf(last))}"`;
  const when = (kind: Agreement['kind']) => agreements.findLast((one) => one.kind === kind)?.asAgreed;
  switch (code) {
    case 'appointment_set': {
      const agreed = when('appointment');
      return agreed === undefined
        ? `They agreed on an appointment${words}.`
        : `They agreed on an appointment, ${agreed}, and nobody took it back.`;
    }
    case 'callback_requested': {
      const agreed = when('callback');
      return agreed === undefined
        ? `They are to talk again, without a fixed time${words}.`
        : `They are to talk again: ${agreed}.`;
    }
    case 'sale_made':
      return `The agreement to buy stands at the end${words}.`;
    case 'next_step_agreed':
      return `Nothing was decided, but somebody is to do something next${words}.`;
    case 'no_next_step':
      return `Nothing was decided, and nobody is to do anything next${words}.`;
    case 'not_interested':
      return `${sentenceName(name)} declined${words}.`;
    case 'not_qualified':
      return `Something that came up rules the offer out${words}.`;
    case 'gatekeeper':
      return `Somebody else answered and did not put the call through${words}.`;
    case 'left_voicemail':
      return `A machine answered${words}.`;
    case 'wrong_number':
      return `Somebody answered who is not the person that was called${words}.`;
    case 'do_not_contact':
      return `${sentenceName(name)} asked not to be called again${words}.`;
    case 'no_conversation':
      return 'Too little was said for a conversation.';
    case 'unclear':
      return 'How the call ended is not clear enough from what was said to put a label on it.';
  }
}

function sentenceName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
