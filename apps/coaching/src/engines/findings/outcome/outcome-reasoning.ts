import { capitalized } from '../capitalized.ts';
import type { Agreement, Commitment, Findings, OutcomeCode } from '../findings.ts';
import { contactName, punctuated, said } from '../said.ts';
import { speakerName } from '../speaker-name.ts';
import { agreedWhen } from '../summary/agreed-when.ts';
import { breaksOff } from '../summary/quoted.ts';
import { showsEnd } from '../summary/shows-end.ts';

/** Why the call is taken to have ended so, and the stretches it rests on. */
interface Reasoning {
  text: string;
  stretches: readonly number[];
}

const CALL = /\b(?:call|ring|phone|talk|speak)\b/i;

/** What the agent is to do comes first, as in the summary. */
const worth = ({ owner, probability }: Commitment): number => probability + Number(owner === 'agent');

/** Why the call is taken to have ended so, in one or two sentences, with what shows it. */
export function outcomeReasoning(findings: Findings): Reasoning {
  const { conversation, outcome, agreements, commitments } = findings;
  const { code } = outcome;
  const kind = code === 'appointment_set' ? 'appointment' : code === 'callback_requested' ? 'callback' : null;
  const agreed = agreements.findLast((one) => one.kind === kind && one.isSure);
  if (agreed !== undefined) return { text: agreedText(agreed), stretches: agreed.stretches.slice(-2) };
  const standing = agreements.findLast((one) => one.kind === kind);
  if (standing !== undefined || findings.day !== undefined) {
    const { text, stretches } = agreedWhen(conversation, standing, findings.day);
    const opening = code === 'appointment_set' ? 'They agreed on an appointment' : 'They are to talk again';
    if (text !== '')
      return { text: punctuated(`${opening}${text}.`).replace(/([.?!]”)\.$/, '$1'), stretches };
  }
  const isNext = ({ text }: Commitment): boolean =>
    code === 'next_step_agreed' || (code === 'callback_requested' && CALL.test(text));
  const [next] = commitments.filter(isNext).sort((a, b) => worth(b) - worth(a));
  const line = conversation.stretches[next?.stretches[0] ?? outcome.shown ?? -1];
  // A line that was found to show a no shows it, also to who reads nothing else.
  const isSure = code === 'not_interested' || (code === 'callback_requested' && next !== undefined);
  const isTelling = line !== undefined && !breaksOff(line) && (isSure || showsEnd(conversation, code, line));
  const shown = isTelling ? line : undefined;
  const words = shown === undefined ? '' : `: ${said(conversation, shown)}`;
  const name = shown?.role === 'contact' ? speakerName(conversation, shown) : contactName(conversation);
  const isLeft = code === 'left_voicemail' && shown?.role === 'agent';
  const reason = isLeft ? `A message was left${words}` : reasonFor(code, capitalized(name), words);
  const text = punctuated(`${reason}.`);
  return { text, stretches: shown === undefined ? [] : [shown.index] };
}

function agreedText({ kind, asAgreed }: Agreement): string {
  return kind === 'appointment'
    ? `They agreed on an appointment, ${asAgreed}, and nobody took it back.`
    : `They are to talk again: ${asAgreed}.`;
}

/** @param words what shows it, after a colon; empty where nothing does. */
function reasonFor(code: OutcomeCode, name: string, words: string): string {
  switch (code) {
    case 'appointment_set':
      return `They agreed on an appointment${words}`;
    case 'callback_requested':
      return `They are to talk again${words}`;
    case 'sale_made':
      return `${name} agreed to buy, and did not take it back${words}`;
    case 'next_step_agreed':
      return `Nothing was decided, but there is something to do next${words}`;
    case 'no_next_step':
      return `Nothing was decided, and nobody is to do anything next${words}`;
    case 'not_interested':
      return `${name} declined${words}`;
    case 'not_qualified':
      return `Something that came up rules the offer out${words}`;
    case 'gatekeeper':
      return `Somebody else answered and did not put the call through${words}`;
    case 'left_voicemail':
      return `A machine answered${words}`;
    case 'wrong_number':
      return `Somebody answered who is not the person that was called${words}`;
    case 'do_not_contact':
      return `${name} asked not to be called again${words}`;
    case 'no_conversation':
      return 'Too little was said for a conversation';
    case 'unclear':
      return 'Nobody said plainly enough what is to follow: listen to the end of the call before you rely on it';
  }
}
