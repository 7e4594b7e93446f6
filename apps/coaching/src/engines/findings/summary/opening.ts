import { chance } from '../../conversation/conversation.ts';
import { namesOf } from '../commitments/names.ts';
import { toldOfOwner } from '../commitments/spoken-to-owner.ts';
import type { Findings } from '../findings.ts';
import { aboutCategory, categoryBeside } from './call-category.ts';
import { callerReason } from './caller-reason.ts';
import { findCompany } from './find-company.ts';
import { topicPhrase } from './topic-phrase.ts';

const MAILBOX = /\b(?:voice ?mail|mailbox|answering|machine)\b/i;

/** What the first sentences say, and whether they say what the call was about. */
export interface Opening {
  text: string;
  isAbout: boolean;
}

/** Who called whom about what; of machines and wrong numbers it says all there is. */
export function opening(findings: Findings, used: Set<number>): Opening {
  const company = findCompany(findings.conversation);
  const found = topicPhrase(findings);
  // A company is not what its own call is about.
  const isCompany = company !== null && found !== null && isPartOf(found.text, company.name);
  const topic = isCompany ? null : found;
  if (company !== null) used.add(company.stretch.index);
  if (topic !== null) used.add(topic.stretch.index);
  const about = topic === null ? aboutCategory(findings.conversation) : ` about ${topic.text}`;
  // The line with the company's name may say what it sells, too.
  const shown = new Set<number>();
  const why = topic === null ? callerReason(findings, shown, about !== '') : '';
  for (const index of shown) used.add(index);
  const what = about === '' ? categoryBeside(findings.conversation) : about;
  const text = `${called(findings, company?.name ?? null, what, used)}.${why}${again(findings, used)}`;
  return { text, isAbout: topic !== null || why !== '' };
}

/** `the Otter` of the Otter and Waterways Trust, `the Castlegate survey` of Castlegate. */
function isPartOf(topic: string, company: string): boolean {
  const [one, other] = [topic, company].map((name) => name.replace(/^(?:the|an?) /i, '')) as [string, string];
  return one.includes(other) || other.startsWith(one);
}

/** Who called whom and whom they reached, without its full stop. */
function called(
  { conversation, outcome }: Findings,
  company: string | null,
  about: string,
  used: Set<number>,
): string {
  const { agent, contact } = namesOf(conversation);
  const { incoming, kind } = conversation.context;
  const caller = company === null ? agent : `${agent} from ${company}`;
  if (outcome.code === 'wrong_number')
    return incoming === true
      ? `${contact} called${about} and had reached a wrong number`
      : `${caller} called${about} and reached a wrong number`;
  if (outcome.code === 'gatekeeper')
    return `${caller} called${about} and did not get past the person who answered`;
  if (outcome.code === 'left_voicemail') {
    const left = conversation.stretches.find((stretch) => chance(stretch, 'leave_message') >= 0.5);
    if (left !== undefined) used.add(left.index);
    const whom = MAILBOX.test(contact) ? '' : ` ${contact}`;
    return `${caller} called${whom}${about} and reached a mailbox${left === undefined ? '' : ', where a message was left'}`;
  }
  if (kind === 'roleplay') return `${agent} practised with ${contact}${about}`;
  if (incoming === null) return `${caller} spoke with ${contact}${about}`;
  return incoming
    ? `${contact} called ${agent}${company === null ? '' : ` at ${company}`}${about}`
    : `${caller} called ${contact}${about}`;
}

/** Whoever reached a mailbox may try again. */
function again({ conversation, outcome, commitments }: Findings, used: Set<number>): string {
  const call = commitments.find(
    ({ owner, text }) => owner === 'agent' && /^(?:Call|Try|Ring|Phone)\b/.test(text),
  );
  if (outcome.code !== 'left_voicemail' || call === undefined) return '';
  for (const index of call.stretches) used.add(index);
  return ` ${namesOf(conversation).agent} is to ${toldOfOwner(lowered(call.text))}.`;
}

export function lowered(text: string): string {
  // `WhatsApp Jason this evening`
  if (/^\p{L}+\p{Lu}/u.test(text)) return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}
