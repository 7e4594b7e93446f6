import { BETWEEN_SENTENCES } from '../engines/findings/said.ts';
import type { Exchange } from '../engines/findings/speech/speech.ts';
import { welcomes } from '../engines/findings/welcomes.ts';

interface Of {
  readonly exchanges?: readonly Exchange[];
}
interface Words {
  readonly quote: string;
}

/** What was said around the agent's words at a moment of a kind, as far as it is known. */
export function exchangesOf({ exchanges = [] }: Of, kind: Exchange['kind']): Exchange[] {
  return exchanges.filter((one) => one.kind === kind);
}

/** Around the agent's answer to an objection. */
export function answerTo(call: Of, { quote }: Words): Exchange | undefined {
  return exchangesOf(call, 'answer').find(({ before }) => before?.includes(quote) === true);
}

/** What the contact said to the agent's answer; null where it is not known. */
export function saidAfter(call: Of, objection: Words): string | null {
  return answerTo(call, objection)?.after ?? null;
}

/** Whether the contact thanked for the answer to an objection, or agreed with it. */
export function isWelcomed(call: Of, objection: Words): boolean {
  const after = saidAfter(call, objection);
  return after !== null && welcomes(after);
}

const NO_BLAME: readonly Exchange['kind'][] = [
  ...(['answer', 'beginning', 'arrangement', 'question', 'price', 'promise'] as const),
  ...(['won_over', 'asked_first'] as const),
];
/** `I'm in meetings till eleven.` */
const TURNS_DOWN =
  /^(?:no|nope|not|(?:please )?don['’]t)\b|\b(?:(?:ca|wo)n['’]t|cannot|not (?:that|then|on|this|good|before)|(?:does|is|would)n['’]t (?:work|good|suit|want)|fine as we are|in (?:a )?meetings?|busy|at work|out of town|away|(?:i['’]ll|i will|i) (?:be |am )?(?:working|traveling|travelling)|bad (?:night|day|time|morning|afternoon|evening|week)|(?:is|are|would be) (?:usually )?(?:easier|better)|rather not|(?:sooner|rather) you (?:left|did)|leave it|i['’]m (?:away|busy|off|out|traveling|travelling|working)|too (?:soon|early|late)|don['’]t (?:want|think|need))\b/i;

/** Whether coaching may blame the agent for these words, or the contact turned them down: they are no example to anybody. */
export function isToImprove({ exchanges = [] }: Of, { segment_index }: { readonly segment_index: number }) {
  return exchanges.some(
    (one) =>
      one.segment_index === segment_index &&
      (one.kind === 'proposal' ? refuses(one) : !NO_BLAME.includes(one.kind)),
  );
}

/** Whether these words proposed what the contact turned down in the next turn. */
export function isTurnedDown(call: Of, { segment_index }: { readonly segment_index: number }): boolean {
  return exchangesOf(call, 'proposal').some((one) => one.segment_index === segment_index && refuses(one));
}

function refuses({ after }: Exchange): boolean {
  return after !== null && !welcomes(after) && TURNS_DOWN.test(after);
}

/** Whether the contact's last words refused what was proposed. @param isAnswered Whether the agent said another thing after them. */
export function turnsDown(text: string, isAnswered: boolean): boolean {
  return !isAnswered && !welcomes(text) && agreementIn(text) === null && TURNS_DOWN.test(text);
}

const DAYS = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/gi;

/** `Tuesday?` `Tuesday I'm traveling. Thursday.`: a day that was not proposed is a proposal of its own. */
function namesAnotherDay(proposal: string, after: string): boolean {
  const daysOf = (text: string) => new Set(text.toLowerCase().match(DAYS) ?? []);
  const [proposed, named] = [daysOf(proposal), daysOf(after)];
  return proposed.size > 0 && named.difference(proposed).size > 0;
}

/** An exchange as words that the agent said. */
export function agentsWords(
  { agent }: { readonly agent: string },
  { segment_index, text, start_time }: Exchange,
) {
  return { segment_index, start_time, quote: text, speaker: agent };
}

const AGREES =
  /^(?:(?:oh|um|uh|well|hm+|no, no),? )*(?:yes|yeah|yep|ya|sure|ok(?:ay)?|all right|alright|fine|perfect|great|sounds good|that works|works|deal|please do|absolutely|of course|you got it)\b/i;
const TAKES_A_TIME =
  /\b(?:is (?:fine|good|great|perfect)|works for (?:me|us)|suits (?:me|us)|that['’]ll do|(?:i|we) can do|come (?:at|on|by|over|around)|make it (?:\w+ )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|noon|\d))\b/i;
/** `Tuesday at two. Mind the dog.`, and not `Tuesday I'm traveling.` */
const REPEATS_A_TIME =
  /^(?:(?:then|so|at|on|the|in|half|quarter|past|to|or|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|morning|afternoon|evening|noon|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|thirty|forty-?five|o['’]clock|\d[\d:]*|a\.?m|p\.?m)[ ,]*)+\.(?: |$)/i;
/** Later in a turn it may be of something else. */
const FIRST = 2;
/** Asked `Shall I come, or would you rather do it alone?` */
const NO_COME = /^no,? (?:come|go ahead|please do|do that|that['’]s (?:fine|good))\b/i;
const WAVERS =
  /\b(?:(?:ca|wo|do|did|is|was|does|would)n['’]t|not|never|maybe|might|if|depends|first|but|hang on|hold on|wait)\b/i;

/**
 * The contact's words that agree to a time or a step, in words that leave no doubt: `Tuesday at two.`, without `Mind the
 * dog.` after it; null where they do not, or name a day that was not proposed.
 */
export function agreementIn(after: string, proposal = ''): string | null {
  if (namesAnotherDay(proposal, after)) return null;
  const sentences = after.trim().split(BETWEEN_SENTENCES);
  const own = sentences.filter((one) => !/^(?:he|she|they)\b/i.test(one)).join(' ');
  if (!NO_COME.test(own) && (TURNS_DOWN.test(own) || WAVERS.test(own))) return null;
  const at = sentences.findIndex(
    (one, index) =>
      index < FIRST &&
      // `Okay, for what?` does not agree yet.
      !one.endsWith('?') &&
      (NO_COME.test(one) || AGREES.test(one) || TAKES_A_TIME.test(one) || REPEATS_A_TIME.test(one)),
  );
  return at < 0 ? null : sentences.slice(0, at + 1).join(' ');
}

/** Whether agreeing repeats all that was proposed: told twice it says nothing more. */
export function isEcho(proposal: string, agreement: string): boolean {
  const bare = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} ]/gu, '')
      .trim();
  return !/\bor\b/i.test(proposal) && bare(proposal).includes(bare(agreement));
}

/** Whether these words proposed what the contact agreed to in the next turn. */
export function isAgreedTo(call: Of, { segment_index }: { readonly segment_index: number }): boolean {
  return exchangesOf(call, 'proposal').some(
    (one) =>
      one.segment_index === segment_index && one.after !== null && agreementIn(one.after, one.text) !== null,
  );
}

/** `Is that sure or is it maybe?` */
export function isQuestioned(call: Of, { segment_index }: { readonly segment_index: number }): boolean {
  return exchangesOf(call, 'proposal').some(
    (one) => one.segment_index === segment_index && one.after?.trim().endsWith('?') === true,
  );
}

/** What the agent proposed last that the contact agreed to, with what they turned down right before. */
export function settledBy(call: Of): { proposal: Exchange; after: string; before: Exchange | null } | null {
  const all = exchangesOf(call, 'proposal').toSorted((a, b) => a.segment_index - b.segment_index);
  const last = all.at(-1);
  const after = last?.after == null ? null : agreementIn(last.after, last.text);
  if (last === undefined || after === null) return null;
  const before = all.findLast((one) => one.segment_index < last.segment_index && refuses(one)) ?? null;
  return { proposal: last, after, before };
}

/** The same sentence from its beginning: `But we'd have to have the sixty first.` */
function fromItsBeginning<T extends Words>(quote: T, before: string | null | undefined): T {
  const at = before?.indexOf(quote.quote) ?? -1;
  if (before == null || at <= 0) return quote;
  const start = at - (before.slice(0, at).split(BETWEEN_SENTENCES).at(-1) as string).length;
  return { ...quote, quote: before.slice(start, at + quote.quote.length) };
}

const TURNS =
  /^(?:but|though|still|only|then again|ha\b|(?:just|i['’]m) (?:kidding|joking)|i['’]d (?:sooner|rather)|if|unless|it depends|i['’](?:d|ll) (?:still )?have to|i (?:still )?(?:have|need) to)\b/i;

/** With the sentence after it where that turns its sense: `He says sell the kiln. I'd sooner sell my son.` */
function toItsTurn<T extends Words>(quote: T, before: string | null | undefined): T {
  const at = before?.indexOf(quote.quote) ?? -1;
  if (before == null || at < 0) return quote;
  const [next = ''] = before
    .slice(at + quote.quote.length)
    .replace(/^[.?!]?\s+/, '')
    .split(BETWEEN_SENTENCES);
  if (!TURNS.test(next)) return quote;
  return { ...quote, quote: before.slice(at, before.indexOf(next, at + quote.quote.length) + next.length) };
}

/** The contact's words with what turns their sense in the same turn: `Two might work.`, `I'd have to ask him.` */
export function untilItsTurn<T extends Words & { readonly segment_index: number }>(
  { exchanges = [] }: Of,
  quote: T,
): T {
  const turn = exchanges.find(
    ({ segment_index, after }) =>
      segment_index < quote.segment_index && after?.includes(quote.quote) === true,
  );
  return toItsTurn(quote, turn?.after);
}

/** Nobody reads a sense into words that those around them take away. */
export function inItsSense<T extends Words>(quote: T, before: string | null | undefined): T {
  return toItsTurn(fromItsBeginning(quote, before), before);
}
