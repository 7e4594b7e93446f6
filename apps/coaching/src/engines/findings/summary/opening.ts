import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { capitalized } from '../capitalized.ts';
import { namesOf } from '../commitments/names.ts';
import type { Findings } from '../findings.ts';
import { speakerName } from '../speaker-name.ts';
import { findCompany } from './find-company.ts';
import { breaksOff, quoted } from './quoted.ts';
import { topicPhrase } from './topic-phrase.ts';

const PURPOSE = 0.65;
const OFFER = 0.65;
const LEAST_WORDS = 5;
const MOST_WORDS = 28;
const MAILBOX = /\b(?:voice ?mail|mailbox|answering|machine)\b/i;

/** Who called whom about what; of machines and wrong numbers it says all there is. */
export function opening(findings: Findings, used: Set<number>): string {
  const { conversation, outcome, commitments } = findings;
  const { agent, contact } = namesOf(conversation);
  const { incoming, kind } = conversation.context;
  const company = findCompany(conversation);
  const found = topicPhrase(findings);
  // A company is not what its own call is about.
  const isCompany = company !== null && found?.text.includes(company.name.replace(/^the /i, '')) === true;
  const topic = isCompany ? null : found;
  if (company !== null) used.add(company.stretch.index);
  if (topic !== null) used.add(topic.stretch.index);
  const from = company === null ? '' : ` from ${company.name}`;
  const about = topic === null ? '' : ` about ${topic.text}`;
  const why = topic === null ? reason(conversation, used) : '';
  if (outcome.code === 'wrong_number')
    return incoming === true
      ? `${contact} called${about} and had reached a wrong number.`
      : `${agent}${from} called${about} and reached a wrong number.`;
  if (outcome.code === 'gatekeeper')
    return `${agent}${from} called${about} and did not get past the person who answered.${why}`;
  if (outcome.code === 'left_voicemail') {
    const isLeft = conversation.stretches.find((stretch) => chance(stretch, 'leave_message') >= 0.5);
    if (isLeft !== undefined) used.add(isLeft.index);
    const again = commitments.find(
      ({ owner, text }) => owner === 'agent' && /^(?:Call|Try|Ring|Phone)\b/.test(text),
    );
    for (const index of again?.stretches ?? []) used.add(index);
    const whom = MAILBOX.test(contact) ? '' : ` ${contact}`;
    const then = again === undefined ? '' : ` ${agent} is to ${lowered(again.text)}.`;
    return `${agent}${from} called${whom}${about} and reached a mailbox${isLeft === undefined ? '' : ', where a message was left'}.${then}`;
  }
  const called =
    kind === 'roleplay'
      ? `${agent} practised with ${contact}`
      : incoming === null
        ? `${agent}${from} spoke with ${contact}`
        : incoming
          ? `${contact} called ${agent}${company === null ? '' : ` at ${company.name}`}`
          : `${agent}${from} called ${contact}`;
  return `${called}${about}.${why}`;
}

export function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Where the subject has no short name, the reason for the call in its caller's words, or else what was offered. */
function reason(conversation: Conversation, used: Set<number>): string {
  const isInbound = conversation.context.incoming === true;
  const own = conversation.stretches.filter(
    (stretch) => stretch.role === (isInbound ? 'contact' : 'agent') && isQuotable(stretch),
  );
  const purpose = best(own, (one) => chance(one, 'state_purpose') - aside(one), PURPOSE);
  if (purpose !== null) {
    used.add(purpose.index);
    const caller = capitalized(speakerName(conversation, purpose));
    return ` ${caller} gave this reason: ${quoted(conversation, purpose)}`;
  }
  const offer = isInbound ? null : best(own, (one) => chance(one, 'pitch') - aside(one), OFFER);
  if (offer === null) return '';
  used.add(offer.index);
  return ` ${capitalized(speakerName(conversation, offer))} offered: ${quoted(conversation, offer)}`;
}

/** What stands beside a purpose and would be quoted with it. */
function aside(one: Stretch): number {
  return (
    (one.role === 'contact' ? 0.8 : 0.3) * chance(one, 'greeting', 'identify_self') +
    0.6 * chance(one, 'ask_permission') +
    0.3 * chance(one, 'ask_closed') +
    0.6 * chance(one, 'personal_remark', 'pressure', 'small_talk', 'false_urgency')
  );
}

/** `That is why I call` speaks of what is not quoted with it. */
const POINTS_BACK = /^(?:(?:and|so|but|well|yeah|yes),?\s+)*(?:that|this|it|those|these|he|she|they)\b/i;

function isQuotable(stretch: Stretch): boolean {
  const { text } = stretch;
  if (breaksOff(stretch)) return false;
  const size = text.split(/\s+/).length;
  return size >= LEAST_WORDS && size <= MOST_WORDS && !/\.\.\.|…/.test(text) && !POINTS_BACK.test(text);
}

function best(stretches: readonly Stretch[], worth: (one: Stretch) => number, least: number): Stretch | null {
  return stretches.reduce<Stretch | null>((known, one) => {
    const isBetter = worth(one) >= least && (known === null || worth(one) > worth(known));
    return isBetter ? one : known;
  }, null);
}
