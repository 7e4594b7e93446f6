import { chance, type Stretch } from '../../conversation/conversation.ts';
import { namesOf, type Side } from '../commitments/names.ts';
import { joined, type SpokenWord, spokenWords } from '../commitments/spoken-words.ts';
import {
  actionVerbs,
  danglingWords,
  determiners,
  finiteVerbs,
  isFirstPerson,
  isSecondPerson,
  particles,
  prepositions,
} from '../commitments/word-classes.ts';
import type { Findings, TopicWords } from '../findings.ts';
import { speakerName } from '../speaker-name.ts';
import { isIntroduced, NAMING, POSSESSIVES, PURPOSE_FROM, TOLD } from './is-introduced.ts';
import { isWayIn } from './way-in.ts';
import { wholePhrase } from './whole-phrase.ts';

/** What the call is about, as it stands after `about`: `Bev's unit`. */
interface Topic {
  text: string;
  stretch: Stretch;
}

/** docs/coaching.md says how often it is the phrase that a person would take. */
const SAID_FROM = 0.67;
/** `I'm calling about your benefits` says by itself that it is. */
const NAMED_FROM = 0.35;
/** `We do the registers for hardware stores`, said so early, is what one calls about. */
const OPENING_TURNS = 4;
/** By the whole call; sooner in a line that says why somebody calls or what they need. */
const SPOKEN_FROM = { told: 0.5, elsewhere: 0.62 };
const BEFORE_VERB = new Set(['ever', 'never', 'already', 'been', 'just', 'really', 'whether', 'if']);
const nobody: Record<Side, string> = { agent: 'the agent', contact: 'the contact' };
const UNKNOWN = new Set('his her their its him them he she they it'.split(' '));
const COUNTED = new Set(['one', 'ones']);
const AMOUNTS = new Set('lot lots couple bunch number few'.split(' '));
const DEMONSTRATIVES = new Set(['that', 'this', 'these', 'those']);
/** With the company's own thing behind them they say where or how, and not what. */
const PLACE = new Set(['on', 'at', 'from', 'through', 'via', 'in']);
const SPANS = new Set('minutes minute hours hour days weeks months years'.split(' '));
const MAILBOX = new Set('machine message voicemail mailbox number'.split(' '));
const SOMEBODY = new Set('any somebody someone anybody anyone something anything'.split(' '));
const TAKEN = new Set('time minute minutes moment attention day'.split(' '));
const MOVING = /^(?:go|com|gett|runn|mov|look)in(?:g|['’])?$/;
const SORTS = new Set(['kind', 'sort', 'type']);
const PAYMENT = new Set(['card', 'cards']);
const PAST_DAYS = new Set(['week', 'month', 'year', 'night', 'fall', 'spring', 'summer', 'winter']);

/** What the call is about, in the third person. Null where nobody names it in words that can be repeated. */
export function topicPhrase(findings: Findings): Topic | null {
  const { topic, subject } = findings.keyWords;
  return (
    (topic !== null && isSaid(findings, topic) ? phrased(findings, topic) : null) ??
    (subject !== null && isSpokenOf(findings, subject) ? phrased(findings, subject) : null)
  );
}

/** As the purpose of the line it is in; what is spoken of somewhere in a call is seldom what it is about. */
function isSaid({ conversation }: Findings, topic: TopicWords): boolean {
  const stretch = conversation.stretches[topic.stretch];
  if (stretch === undefined || topic.probability < NAMED_FROM) return false;
  const before = spokenWords(conversation, stretch).findLast(({ end }) => end <= topic.start)?.text ?? '';
  if (!isIntroduced(conversation, stretch, topic)) return false;
  if (NAMING.has(before) && chance(stretch, 'state_purpose') >= PURPOSE_FROM) return true;
  const isTrade = before === 'do' && stretch.turn <= OPENING_TURNS;
  const isPurpose =
    isTrade || NAMING.has(before) || chance(stretch, 'state_purpose', 'state_need') >= PURPOSE_FROM;
  return topic.probability >= SAID_FROM && isPurpose;
}

/** By what is said of its noun in the whole call. */
function isSpokenOf({ conversation }: Findings, subject: TopicWords): boolean {
  const stretch = conversation.stretches[subject.stretch];
  if (stretch === undefined || isWayIn(conversation, stretch)) return false;
  if (!isIntroduced(conversation, stretch, subject)) return false;
  const line = spokenWords(conversation, stretch);
  const before = line.findLast(({ end }) => end <= subject.start)?.text ?? '';
  // `Do you have a pool?` asks for something; of `Have you ever hidden a letter` it is the verb.
  const isAsked = stretch.text.trim().endsWith('?') || chance(stretch, 'ask_open', 'ask_closed') >= TOLD;
  if ((isAsked && !NAMING.has(before)) || BEFORE_VERB.has(before)) return false;
  // `You popped a note under our door about Mum's place` is about the place.
  const after = line.filter(({ at }) => at >= subject.end);
  if (after.some(({ text }) => NAMING.has(text))) return false;
  const isTold = chance(stretch, 'state_purpose', 'state_need') >= TOLD;
  return subject.probability >= SPOKEN_FROM[isTold ? 'told' : 'elsewhere'];
}

function phrased({ conversation, outcome }: Findings, topic: TopicWords): Topic | null {
  const stretch = conversation.stretches[topic.stretch] as Stretch;
  const spokenLine = spokenWords(conversation, stretch);
  const before = spokenLine.findLast(({ end }) => end <= topic.start)?.text ?? '';
  const { start, end } = wholePhrase(spokenLine, topic);
  const words = withoutLooseEnd(
    withoutCircumstance(
      spokenLine.filter((word) => word.at >= start && word.end <= end),
      stretch.role,
    ),
  );
  // Whoever answers for somebody else, or at a wrong number, owns nothing of it.
  const isOther = outcome.code === 'gatekeeper' || outcome.code === 'wrong_number';
  // `My policy` is whoever's said it.
  const own = { [stretch.role]: speakerName(conversation, stretch) };
  const names = isOther ? nobody : { ...namesOf(conversation), ...own };
  const phrase = words.map((word, i) => inThirdPerson(word, i, stretch.role, names));
  const isPlain = words.every(
    ({ text }) =>
      !finiteVerbs.has(text) && (POSSESSIVES.has(text) || (!isFirstPerson(text) && !isSecondPerson(text))),
  );
  // `Nomvula's machine's at end of life` is a sentence.
  const isSentence = /['’]s (?:at|in|on|for|from|out|up|to|with|of)\b/.test(joined(phrase));
  // `his coveralls`: whose? `the round one on the front`: one what?
  const isOfUnknown = words.some(({ text }, i) => UNKNOWN.has(text) || (COUNTED.has(text) && i > 0));
  // `We do a lot of medical offices` says for whom somebody works, not what the call is about.
  const isAmount = words.slice(1, 3).some(({ text }, i) => AMOUNTS.has(text) && words[i + 2]?.text === 'of');
  // `our machine` took the call, `somebody to call` makes it.
  const isMailbox = words.length <= 2 && MAILBOX.has(words.at(-1)?.text ?? '');
  const isSomebody = SOMEBODY.has(words[0]?.text ?? '');
  // `Two hours of your time`, `a card for the deposit` are what a call takes, not what it is about.
  const isTaken = TAKEN.has(headOf(words)) || isPaidWith(words);
  // `Born about a year ago`.
  const isWhen = words.at(-1)?.text === 'ago';
  // `They're going in under the tiles`, `we're doing a job on your road`: what somebody does, or is at work on.
  const isDone = !NAMING.has(before) && (before === 'doing' || MOVING.test(words[0]?.text ?? ''));
  // `A price to take it down` was marked up to its verb.
  const isCut =
    words.at(-2)?.text === 'to' &&
    actionVerbs.has(words.at(-1)?.text ?? '') &&
    spokenLine.find(({ at }) => at >= end)?.pause === '';
  // `You two run about the same kind of shop`.
  const isLikeness = words.some(({ text }, i) => SORTS.has(text) && words[i + 1]?.text === 'of');
  return phrase.length > 0 &&
    isPlain &&
    !isWhen &&
    !isCut &&
    !isOfUnknown &&
    !isDone &&
    !isLikeness &&
    !isAmount &&
    !isMailbox &&
    !isSomebody &&
    !isTaken &&
    !isSentence &&
    !hasVerb(words)
    ? { text: joined(phrase), stretch }
    : null;
}

/** `solar panels on our website last week` is about solar panels. */
function withoutCircumstance(words: readonly SpokenWord[], speaker: Side): readonly SpokenWord[] {
  const isOurs = (word: SpokenWord | undefined) => speaker === 'agent' && word?.text === 'our';
  const end = words.findIndex(({ text }, i) => {
    const next = words[i + 1];
    // `your roof ten minutes` is about the roof.
    if (
      SPANS.has(next?.text ?? '') &&
      /^\d|^(?:a|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty)$/.test(text)
    )
      return true;
    // `a rejoin offer on this week`
    if (PLACE.has(text) && next?.text === 'this') return true;
    if (text === 'yesterday' || (text === 'last' && PAST_DAYS.has(next?.text ?? ''))) return true;
    return PLACE.has(text) && isOurs(next);
  });
  return end >= 0 ? words.slice(0, end) : words;
}

/** `the quad bike and, well, all of it` is about the quad bike; of `your | two weeks` nothing is left. */
function withoutLooseEnd(words: readonly SpokenWord[]): readonly SpokenWord[] {
  const last = words.findLastIndex(({ text }) => !danglingWords.has(text) && text !== 'and');
  return words.slice(0, last + 1);
}

/** `your fix ends in November`, `your service plan's up`: after its noun comes a verb. */
function hasVerb(words: readonly SpokenWord[]): boolean {
  return words.some(({ text }, i) => {
    const [before = '', next = ''] = [words[i - 1]?.text, words[i + 1]?.text];
    if (text.endsWith("'s"))
      return next === '' || particles.has(next) || next === 'due' || next === 'about' || next === 'worth';
    const base = text.replace(/e?s$/, '');
    const mayBeVerb =
      base !== text && (actionVerbs.has(base) || actionVerbs.has(`${base}e`) || base === 'end');
    // `your listing expired over on Juniper`
    if (i > 1 && POSSESSIVES.has(words[0]?.text ?? '') && /\p{L}{3}ed$/u.test(text)) return true;
    // `the panels make the power`
    if (i > 0 && actionVerbs.has(text) && determiners.has(next)) return true;
    return i > 0 && (text === 'ran' || (mayBeVerb && next !== '' && !determiners.has(before)));
  });
}

/** The noun before the first preposition. */
function headOf(words: readonly SpokenWord[]): string {
  const end = words.findIndex(({ text }, i) => i > 0 && prepositions.has(text));
  return words[(end < 0 ? words.length : end) - 1]?.text ?? '';
}

function isPaidWith(words: readonly SpokenWord[]): boolean {
  return (
    PAYMENT.has(headOf(words)) && words.some(({ text }) => ['deposit', 'payment', 'hold'].includes(text))
  );
}

function inThirdPerson(word: SpokenWord, i: number, speaker: Side, names: Record<Side, string>): SpokenWord {
  if (i === 0 && DEMONSTRATIVES.has(word.text)) return { ...word, written: 'the' };
  if (!POSSESSIVES.has(word.text)) return word;
  const other: Side = speaker === 'agent' ? 'contact' : 'agent';
  const owner = names[word.text === 'your' ? other : speaker];
  // The agent's `our` is the company's, and says nothing more than `the`.
  const isCompany = word.text !== 'your' && speaker === 'agent';
  return { ...word, written: isCompany || owner.startsWith('the ') ? 'the' : `${owner}'s` };
}
