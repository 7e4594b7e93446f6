import type { Claim } from '../../conversation/claim.ts';
import { quoteOf } from '../../conversation/claim.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Agreement, Commitment } from '../commitments/commitment.ts';
import { namesOf } from '../commitments/names.ts';
import { capitalized } from '../commitments/spoken-words.ts';
import { contactWish, quoted } from './contact-wish.ts';
import { endingOf } from './ending.ts';
import { findCompany } from './find-company.ts';
import { findTopic } from './find-topic.ts';

export interface SummaryParts {
  conversation: Conversation;
  outcome: { code: string };
  agreements: readonly Agreement[];
  objections: readonly { kind: string; stretches: number[]; settled: boolean }[];
  commitments: readonly Commitment[];
}

const PURPOSE = 0.5;
const PURPOSE_LEAST_WORDS = 5;
const PURPOSE_MOST_WORDS = 28;
const objectionPhrases: Record<string, string> = {
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

/** One to four sentences: who called whom about what, what the contact wants, what stood in the way, how it ended. */
export function composeSummary(parts: SummaryParts): Claim {
  const { conversation, outcome } = parts;
  const used = new Set<number>();
  const sentences = [opening(parts, used)];
  const isReasonQuoted = conversation.context.incoming === true && sentences[0]?.endsWith('”') === true;
  if (!['left_voicemail', 'wrong_number', 'gatekeeper', 'no_conversation'].includes(outcome.code)) {
    if (outcome.code !== 'do_not_contact') sentences.push(wish(parts, used, isReasonQuoted));
    sentences.push(objected(parts, used), ending(parts, used));
  }
  const quotes = [...used].sort((a, b) => a - b).flatMap((index) => conversation.stretches[index] ?? []);
  return {
    text: sentences
      .filter((one) => one !== '')
      .map(capitalized)
      .join(' '),
    quotes: quotes.map(quoteOf),
  };
}

/** Who called whom about what; of machines, wrong numbers and gatekeepers it says all there is. */
function opening({ conversation, outcome, commitments }: SummaryParts, used: Set<number>): string {
  const { agent, contact } = namesOf(conversation);
  const { incoming, kind } = conversation.context;
  if (outcome.code === 'no_conversation') return 'There was no conversation.';
  const company = findCompany(conversation);
  const topic = findTopic(conversation);
  if (company !== null) used.add(company.stretch.index);
  if (topic !== null) used.add(topic.stretch.index);
  const from = company === null ? '' : ` from ${company.name}`;
  const about = topic === null ? '' : ` about ${topic.text}`;
  if (outcome.code === 'wrong_number') return `${agent}${from} called${about} and reached a wrong number.`;
  if (outcome.code === 'gatekeeper')
    return `${agent}${from} called${about} and did not get past the person who answered.`;
  if (outcome.code === 'left_voicemail') {
    const message = conversation.stretches.find((stretch) => chance(stretch, 'leave_message') >= 0.5);
    if (message !== undefined) used.add(message.index);
    const again = commitments.find(
      ({ owner, text }) => owner === 'agent' && /^(?:Call|Try|Ring|Phone)\b/.test(text),
    );
    for (const index of again?.stretches ?? []) used.add(index);
    const then =
      again === undefined
        ? ''
        : ` ${agent} is to ${again.text.charAt(0).toLowerCase()}${again.text.slice(1)}.`;
    return `${agent}${from} called ${contact}${about} and reached a mailbox${message === undefined ? '' : ', where a message was left'}.${then}`;
  }
  const called =
    kind === 'roleplay'
      ? `${agent} practised with ${contact}`
      : incoming === null
        ? `${agent}${from} spoke with ${contact}`
        : incoming
          ? `${contact} called ${agent}${company === null ? '' : ` at ${company.name}`}`
          : `${agent}${from} called ${contact}`;
  return `${called}${about}.${topic === null ? reason(conversation, used) : ''}`;
}

/** Where the subject has no short name, the reason for the call in the words of whoever gave it. */
function reason(conversation: Conversation, used: Set<number>): string {
  const caller = conversation.context.incoming === true ? 'contact' : 'agent';
  const scoreOf = (stretch: Stretch): number =>
    chance(stretch, 'state_purpose') - 0.3 * chance(stretch, 'greeting', 'identify_self', 'ask_permission');
  const isQuotable = ({ text }: Stretch): boolean => {
    const size = text.split(/\s+/).length;
    return size >= PURPOSE_LEAST_WORDS && size <= PURPOSE_MOST_WORDS && !/\.\.\.|…/.test(text);
  };
  const [said] = conversation.stretches
    .filter((stretch) => stretch.role === caller && scoreOf(stretch) >= PURPOSE && isQuotable(stretch))
    .toSorted((a, b) => scoreOf(b) - scoreOf(a) || a.index - b.index);
  if (said === undefined) return '';
  used.add(said.index);
  return ` ${capitalized(namesOf(conversation)[caller])} gave this reason: ${quoted(said.text)}`;
}

function wish({ conversation }: SummaryParts, used: Set<number>, isSecondQuote: boolean): string {
  const found = contactWish(conversation, used, isSecondQuote);
  if (found === null) return '';
  used.add(found.stretch.index);
  return found.text;
}

function objected({ conversation, objections }: SummaryParts, used: Set<number>): string {
  const { contact } = namesOf(conversation);
  const kinds = new Map<string, boolean>();
  for (const { kind, stretches, settled } of objections) {
    const phrase = objectionPhrases[kind];
    if (phrase === undefined) continue;
    if (stretches[0] !== undefined && !kinds.has(phrase)) used.add(stretches[0]);
    kinds.set(phrase, (kinds.get(phrase) ?? true) && settled);
  }
  if (kinds.size === 0) return '';
  const all = [...kinds.keys()];
  const settled = all.filter((phrase) => kinds.get(phrase));
  const listed = all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
  const were = all.length === 1 ? 'objection was' : 'objections were';
  const isAll = settled.length === all.length;
  const rest =
    settled.length === 0 ? '' : isAll ? `, which ${all.length === 1 ? 'was' : 'were'} settled` : '';
  return `${contact}'s ${were} ${listed}${rest}.`;
}

function ending({ conversation, outcome, agreements, commitments }: SummaryParts, used: Set<number>): string {
  const found = endingOf(conversation, outcome.code, agreements, commitments);
  if (found === null) return '';
  for (const index of found.stretches) used.add(index);
  return /[.?!]”$/.test(found.text) ? found.text : `${found.text}.`;
}
