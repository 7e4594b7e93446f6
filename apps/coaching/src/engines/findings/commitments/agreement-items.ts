import { type Conversation, chance } from '../../conversation/conversation.ts';
import { capitalized } from '../capitalized.ts';
import type { Agreement, Commitment } from '../findings.ts';
import { toldTime } from '../times/told-time.ts';
import { namesOf, type Side } from './names.ts';
import { determiners, prepositions, properWords, timeWords } from './word-classes.ts';

const CALL = /^(?:call|ring|phone|try|pencil|talk|speak)\b/i;
const KEEP = /^(?:see|come|visit|meet|be|swing|drop|stop|book|pencil|schedule)\b/i;
/** A call for a reason of its own is another call: `call that morning to confirm`. */
const OTHER_CALL = /\b(?:remind|reminder|confirm|before|when|if|once|nurse|ask|tell)\b/i;
const CLOCK =
  /^(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|twenty|noon|midday|midnight)/;
const NEAR_STRETCHES = 6;

/** A call that was agreed on is something to do, for whoever promised it; an appointment has a place of its own. */
function agreementItems(conversation: Conversation, agreements: readonly Agreement[]): Commitment[] {
  const names = namesOf(conversation);
  const callbacks = agreements.filter(({ kind }) => kind === 'callback');
  return callbacks.map((agreement) => {
    const { stretches, probability } = agreement;
    const owner = callerOf(conversation, agreement);
    const text = `Call ${names[owner === 'agent' ? 'contact' : 'agent']} back${inSentence(toldTime(agreement))}`;
    return { owner, text, stretches: [...stretches], probability };
  });
}

/** The agent, unless the contact alone promised to call. */
export function callerOf(conversation: Conversation, { stretches }: Agreement): Side {
  const isCall = (role: Side): boolean =>
    stretches.some((index) => {
      const stretch = conversation.stretches[index];
      if (stretch?.role !== role || chance(stretch, 'promise') < 0.5) return false;
      const words = stretch.words.map(({ text }) => text);
      return words.some(
        (text, i) => ['call', 'ring', 'phone'].includes(text) && ['you', 'back'].includes(words[i + 1] ?? ''),
      );
    });
  return isCall('contact') && !isCall('agent') ? 'contact' : 'agent';
}

/** Recognizers write `friday`. */
function withCapitals(time: string): string {
  return time.replace(/\p{L}+/gu, (word) => (properWords.has(word) ? capitalized(word) : word));
}

/** `Friday at ten` → ` on Friday at ten`, `seven tonight` → ` at seven tonight`, `tomorrow` as it is; else after a colon. */
export function inSentence(time: string): string {
  if (time === '') return '';
  const asAgreed = withCapitals(time);
  const first = asAgreed.split(/\s/)[0] ?? '';
  const word = first.toLowerCase();
  if (properWords.has(word) || word === 'the') return ` on ${asAgreed}`;
  if (
    /^(?:tomorrow|tonight|today|this|next|in|on|at|after|before|between|around|about|first|a|early|late|mid|sometime|any)/.test(
      word,
    )
  ) {
    return ` ${asAgreed.charAt(0).toLowerCase()}${asAgreed.slice(1)}`;
  }
  if (timeWords.has(word)) return ` in the ${asAgreed.charAt(0).toLowerCase()}${asAgreed.slice(1)}`;
  return CLOCK.test(word) ? ` at ${asAgreed.charAt(0).toLowerCase()}${asAgreed.slice(1)}` : `: ${asAgreed}`;
}

/** The items of agreed times, surer and with more behind them by the promises that say no more; and what is left. */
export function withAgreements(
  conversation: Conversation,
  agreements: readonly Agreement[],
  promised: readonly Commitment[],
): Commitment[] {
  const left = [...promised];
  const items = agreementItems(conversation, agreements).map((item, i) => {
    const agreement = agreements[i] as Agreement;
    const same = left.filter((one) => one.owner === item.owner && isSwallowed(one, agreement, conversation));
    for (const one of same) left.splice(left.indexOf(one), 1);
    const doubt = same.reduce((rest, one) => rest * (1 - one.probability), 1 - item.probability);
    const stretches = [...new Set([...item.stretches, ...same.flatMap((one) => one.stretches)])];
    return { ...item, stretches: stretches.sort((a, b) => a - b), probability: 1 - doubt };
  });
  return [...items, ...left];
}

function isEmpty(word: string): boolean {
  return determiners.has(word) || prepositions.has(word) || timeWords.has(word);
}

/** Whether a promise says no more than an agreed time does. */
function isSwallowed(
  item: Commitment,
  { kind, stretches, asAgreed }: Agreement,
  { people }: Conversation,
): boolean {
  const says = kind === 'callback' ? CALL : KEEP;
  if (!says.test(item.text) || OTHER_CALL.test(item.text)) return false;
  if (item.stretches.some((index) => stretches.includes(index))) return true;
  const isNear = item.stretches.some((index) =>
    stretches.some((other) => Math.abs(index - other) <= NEAR_STRETCHES),
  );
  const said = [asAgreed, ...Object.values(people), 'back again then time phone number']
    .join(' ')
    .toLowerCase();
  const known = new Set(said.split(/\W+/));
  const more = item.text
    .toLowerCase()
    .split(/\W+/)
    .slice(1)
    .filter((word) => word.length > 3 && !known.has(word) && !isEmpty(word));
  return (isNear || kind === 'callback') && more.length <= 1;
}
