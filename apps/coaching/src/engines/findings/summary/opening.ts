import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { capitalized } from '../capitalized.ts';
import { namesOf } from '../commitments/names.ts';
import { toldOfOwner } from '../commitments/spoken-to-owner.ts';
import type { Findings } from '../findings.ts';
import { speakerName } from '../speaker-name.ts';
import { aboutCategory } from './call-category.ts';
import { findCompany } from './find-company.ts';
import { breaksOff, mayGoOn, quoted, tells } from './quoted.ts';
import { topicPhrase } from './topic-phrase.ts';
import { isPrize, isWayIn } from './way-in.ts';

const PLAIN_PURPOSE = 0.65;
/** Purpose, subject, and offer or need together, where no purpose is plain. */
const TELLING = 0.55;
/** A purpose, or less of one in the line with the words that may name the subject. */
const PURPOSE = 0.6;
const LIKELY_PURPOSE = { purpose: 0.4, subject: 0.35 };
/** A question that says so is a reason, too. */
const CALLS_FOR = /\b(?:calling|ringing|wanted to|we(?:['’]re| are) (?:doing|offering))\b/i;
const CALLS =
  /\b(?:calling|ringing|phoning|in touch|reaching out|reason (?:(?:that|why) )?(?:i|we)(?:['’](?:m|d|ve))? (?:call|called|rang|phoned))\b/i;
/** A boast is an offer, too, and what is offered late is not why somebody called. */
const OFFER = 0.9;
const OFFERED_WITHIN = 6;
const OFFER_SHARE = 0.8;
const NEED_SHARE = 0.6;
const BEGUN_WITHIN = 8;
const BEGINNING_CONTENT = 3;
const LEAST_WORDS = 5;
/** `My fryer is dead`, `About accidents at work`; `for the server room` is half of something. */
const SHORT = 4;
const WHOLE = /^about\b|\b(?:is|are|was|has|needs)\b/i;
const LEAST_CONTENT = 2;
/** A pretext is told with haste or pressure, and with hardly a thing in it. */
const PRETEXT = 0.2;
const PRETEXT_CONTENT = 4;
const MOST_WORDS = 40;
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
  const why = topic === null ? reason(findings, used) : '';
  const text = `${called(findings, company?.name ?? null, about, used)}.${why}${again(findings, used)}`;
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

/** Where the subject has no short name, the line of the caller that tells it best, in their words. */
function reason({ conversation, keyWords: { topic } }: Findings, used: Set<number>): string {
  const isInbound = conversation.context.incoming === true;
  const own = conversation.stretches.filter(
    (stretch) =>
      stretch.role === (isInbound ? 'contact' : 'agent') &&
      isQuotable(stretch) &&
      !isWayIn(conversation, stretch) &&
      (isInbound || !stretch.text.trim().endsWith('?') || CALLS_FOR.test(stretch.text)) &&
      !mayGoOn(conversation, stretch),
  );
  const names = (one: Stretch): number => (one.index === topic?.stretch ? topic.probability : 0);
  const purpose = (one: Stretch): number => chance(one, 'state_purpose') - aside(one);
  const offers = (one: Stretch): number =>
    isInbound || one.turn > OFFERED_WITHIN || chance(one, 'pitch') < OFFER
      ? 0
      : OFFER_SHARE * chance(one, 'pitch');
  const needs = (one: Stretch): number => (isInbound ? NEED_SHARE * chance(one, 'state_need') : 0);
  const plain = own.filter((one) => purpose(one) >= PLAIN_PURPOSE);
  const line =
    best(plain, (one) => purpose(one) + names(one), PLAIN_PURPOSE) ??
    best(own, (one) => purpose(one) + names(one) + offers(one) + needs(one), TELLING);
  if (line === null) return beginning(conversation, used);
  const { purpose: least, subject } = LIKELY_PURPOSE;
  const isPurpose =
    chance(line, 'state_purpose') >= PURPOSE ||
    (chance(line, 'state_purpose') >= least && (names(line) >= subject || CALLS.test(line.text)));
  const isOffer = offers(line) > 0;
  if (!isPurpose && !isOffer && needs(line) === 0) return beginning(conversation, used);
  used.add(line.index);
  const does = isPurpose ? 'gave this reason' : isOffer ? 'offered' : 'said';
  return ` ${capitalized(speakerName(conversation, line))} ${does}: ${quoted(conversation, line)}`;
}

/** Where nothing tells the subject better, how the caller began: `You'd picked up one of our folders at the picnic.` */
function beginning(conversation: Conversation, used: Set<number>): string {
  const role = conversation.context.incoming === true ? 'contact' : 'agent';
  const own = conversation.stretches.filter(
    (one) =>
      one.role === role &&
      one.turn <= BEGUN_WITHIN &&
      isQuotable(one) &&
      tells(one, BEGINNING_CONTENT) &&
      chance(one, 'false_urgency', 'pressure') < PRETEXT &&
      // `Hello Shauna, Mossie Quirke here.`
      (role === 'agent' || chance(one, 'greeting', 'identify_self') < TELLING) &&
      !isPrize(one) &&
      !mayGoOn(conversation, one),
  );
  const line = best(own, (one) => chance(one, 'state_purpose'), PURPOSE);
  if (line === null) return '';
  used.add(line.index);
  return ` ${capitalized(speakerName(conversation, line))} began with: ${quoted(conversation, line)}`;
}

/** What stands beside a purpose and would be quoted with it. */
function aside(one: Stretch): number {
  return (
    (one.role === 'contact' ? 0.8 : 0.15) * chance(one, 'greeting', 'identify_self') +
    0.6 * chance(one, 'ask_permission') +
    0.3 * chance(one, 'ask_for_person') +
    0.3 * chance(one, 'ask_closed') +
    0.6 * chance(one, 'personal_remark', 'pressure', 'small_talk', 'false_urgency')
  );
}

/** `That is why I call` speaks of what is not quoted with it; `It's about your debts` says it. */
const POINTS_BACK =
  /^(?:(?:and|so|but|well|yeah|yes),?\s+)*(?!it(?:['’]s| is)(?:,? (?:uh|um|just),?)? (?:about|regarding|in regards? to)\b)(?:that|this|it|those|these|he|she|they)\b/i;

function isQuotable(stretch: Stretch): boolean {
  const { text } = stretch;
  const isHasty = chance(stretch, 'false_urgency', 'pressure') >= PRETEXT;
  if (breaksOff(stretch) || !tells(stretch, isHasty ? PRETEXT_CONTENT : LEAST_CONTENT)) return false;
  const size = text.split(/\s+/).length;
  const isLong = size >= LEAST_WORDS || (size === SHORT && WHOLE.test(text));
  return isLong && size <= MOST_WORDS && !/\.\.\.|…/.test(text) && !POINTS_BACK.test(text);
}

function best(stretches: readonly Stretch[], worth: (one: Stretch) => number, least: number): Stretch | null {
  return stretches.reduce<Stretch | null>((known, one) => {
    const isBetter = worth(one) >= least && (known === null || worth(one) > worth(known));
    return isBetter ? one : known;
  }, null);
}
