import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { capitalized } from '../capitalized.ts';
import { isNumber } from '../feedback/figures.ts';
import { contentWords } from '../feedback/shared-words.ts';
import type { Findings, Line } from '../findings.ts';
import { wordsIn } from '../passage.ts';
import { speakerName } from '../speaker-name.ts';
import { aroundLine, LIKELY, presentsTrade, quotedRun, quotedWhole } from './around-line.ts';
import { breaksOff, mayGoOn, tells } from './quoted.ts';
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
const FIRST_TURNS = 4;
const FIRST_CONTENT = 3;
const FIRST: readonly Act[] = ['state_purpose', 'state_need', 'request', 'ask_closed', 'ask_open', 'inform'];
const TRADE_WITHIN = 8;
/** So surely does a line name what the call is about. */
const NAMED = 0.35;
const NAMED_WITHIN = 6;
const BEGINNING_CONTENT = 3;
const LEAST_WORDS = 5;
/** `My fryer is dead`, `About accidents at work`; `for the server room` is half of something. */
const SHORT = 4;
const WHOLE = /^about\b|\b(?:is|are|was|has|needs)\b/i;
const LEAST_CONTENT = 2;
/** `I'm calling on the pumper` says it with one word. */
const CALLS_ABOUT =
  /\b(?:calling|ringing|phoning|(?:i|we) (?:called|rang|phoned)) (?:about|on|for|regarding|because of)\b/i;
/** A pretext is told with haste or pressure, and with hardly a thing in it. */
const PRETEXT = 0.2;
const PRETEXT_CONTENT = 4;
const MOST_WORDS = 40;

/** Where the subject has no short name, the line of the caller that tells it best, in their words. */
export function callerReason(findings: Findings, used: Set<number>, isNamed: boolean): string {
  const { conversation, keyWords } = findings;
  const { topic } = keyWords;
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
  if (line === null) return otherwise(findings, used, isNamed);
  const { purpose: least, subject } = LIKELY_PURPOSE;
  const isPurpose =
    chance(line, 'state_purpose') >= PURPOSE ||
    (chance(line, 'state_purpose') >= least && (names(line) >= subject || CALLS.test(line.text)));
  const isOffer = offers(line) > 0;
  if (!isPurpose && !isOffer && needs(line) === 0) return otherwise(findings, used, isNamed);
  const does = isPurpose ? 'gave this reason' : isOffer ? 'offered' : 'said';
  return told(conversation, line, does, used) + offered(conversation, used);
}

/** What somebody said, with what belongs to it around it. */
function told(conversation: Conversation, line: Stretch, does: string, used: Set<number>): string {
  const run = aroundLine(conversation, line);
  for (const { index } of run) used.add(index);
  return ` ${capitalized(speakerName(conversation, line))} ${does}: ${quotedRun(conversation, run)}`;
}

/** What the agent's side does for a living, where they say so before long: a caller's reason may not say what is sold. */
function offered(conversation: Conversation, used: Set<number>): string {
  if (conversation.context.incoming === true) return '';
  const line = conversation.stretches.find(
    (one) =>
      one.role === 'agent' &&
      one.turn <= TRADE_WITHIN &&
      presentsTrade(one) &&
      isQuotable(one) &&
      !mayGoOn(conversation, one),
  );
  return line === undefined || used.has(line.index) ? '' : told(conversation, line, 'said', used);
}

/** Where no line is surely why they call. */
function otherwise(
  { conversation, keyWords: { naming }, outcome }: Findings,
  used: Set<number>,
  isNamed: boolean,
): string {
  if (outcome.code === 'wrong_number') return beginning(conversation, used);
  return (
    offered(conversation, used) ||
    beginning(conversation, used) ||
    firstWords(conversation, used) ||
    (isNamed ? '' : named(conversation, naming, used))
  );
}

/** The caller's line that likeliest names what the call is about. */
function named(conversation: Conversation, naming: Line | null, used: Set<number>): string {
  const line = conversation.stretches[naming?.stretch ?? -1];
  const role = conversation.context.incoming === true ? 'contact' : 'agent';
  if (line === undefined || naming === null || naming.probability < NAMED) return '';
  const isEarly = line.role === role && line.turn <= NAMED_WITHIN && !isWayIn(conversation, line);
  return isEarly && isQuotable(line) && !mayGoOn(conversation, line)
    ? told(conversation, line, 'said', used)
    : '';
}

/** What whoever calls in says first, from where it says something. */
function firstWords(conversation: Conversation, used: Set<number>): string {
  const { context, turns, stretches } = conversation;
  if (context.incoming !== true) return '';
  for (const { role, from, to } of turns.slice(0, FIRST_TURNS)) {
    const said = role === 'contact' ? stretches.slice(from, to) : [];
    const first = said.findIndex((one) => !isGreeting(one));
    const run = first < 0 ? [] : uncut(said.slice(first));
    const [line] = run;
    const last = run.at(-1);
    const isWhole = last !== undefined && !breaksOff(last) && !mayGoOn(conversation, last);
    if (line === undefined || !isWhole || POINTS_BACK.test(line.text)) continue;
    if (wordsIn(run) < LEAST_WORDS || contentOf(conversation, run).length < FIRST_CONTENT) continue;
    for (const { index } of run) used.add(index);
    return ` ${capitalized(speakerName(conversation, line))} began with: ${quotedWhole(conversation, run)}`;
  }
  return '';
}

/** What somebody says in one segment, as far as it is read at a glance and said to its end. */
function uncut(said: readonly Stretch[]): Stretch[] {
  const run: Stretch[] = [];
  for (const one of said) {
    const isBeside = run.length === 0 || one.segment === run[0]?.segment;
    if (!isBeside || wordsIn(run) + one.words.length > MOST_WORDS || /\.\.\.|…/.test(one.text)) break;
    run.push(one);
  }
  const last = run.findLastIndex((one) => !breaksOff(one));
  return run.slice(0, last + 1);
}

/** `Hello, Shayne, it's Margaret.` */
function isGreeting(one: Stretch): boolean {
  return chance(one, ...FIRST) < LIKELY || contentWords(one.words.map(({ text }) => text)).length === 0;
}

/** Words that mean something, but names and numbers. */
function contentOf({ transcript: { speakers } }: Conversation, run: readonly Stretch[]): string[] {
  const names = new Set(splitWords(`${speakers.agent} ${speakers.contact}`).map(({ text }) => text));
  const words = run.flatMap((one) => one.words.map(({ text }) => text));
  return contentWords(words).filter((word) => !isNumber(word) && !names.has(word));
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
  return line === null ? '' : told(conversation, line, 'began with', used);
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
  const least = isHasty ? PRETEXT_CONTENT : CALLS_ABOUT.test(text) ? 1 : LEAST_CONTENT;
  if (breaksOff(stretch) || !tells(stretch, least)) return false;
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
