import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { hash } from '../../conversation/hash.ts';
import type { Agreement, Outcome, OutcomeCode } from '../findings.ts';
import type { ChoiceModel } from '../key-words/choice-model.ts';
import type { Ending, LikelyEnding } from '../key-words/endings.ts';
import { likelyEndings } from '../key-words/find-key-words.ts';
import { asksOffList, grantsWish, takesOffList } from './asks-off-list.ts';
import { callIsMeant, callIsNamed, promisesCall } from './call-is-meant.ts';
import { featureNames, outcomeFeatures } from './outcome-features.ts';
import stored from './outcome-model.json' with { type: 'json' };
import { comingLine, onlySpeaks, saysPaid, withdraws } from './plain-endings.ts';
import { refusal, wrongNumber } from './refusal.ts';
import { lookAgain, spokenFeatures } from './second-look.ts';
import { shownEnd } from './shown-end.ts';
import { decodeOutcomes, type StoredOutcomes, weighOutcomes } from './weigh-outcomes.ts';

const model = decodeOutcomes(stored as StoredOutcomes);
if (stored.features !== hash(featureNames.join()))
  throw new Error('outcome-model.json was trained with other features: run npm run train:coaching');

/** Below this the coach says that it is unclear; docs/coaching.md shows how often it is right above it. */
const COMMITS_FROM = 0.5;
/** Endings that are less sure at the same probability, chosen on 950 calls by weights that had not seen the writer. */
const SURE_FROM: Partial<Record<Ending, number>> = {
  not_qualified: 0.75,
  sale_made: 0.7,
  do_not_contact: 0.7,
  next_step_agreed: 0.6,
};
/** Lower for appointments, which people often make in passing, where a time may stand. */
const APPOINTMENT_FROM = 0.4;
const MAY_STAND_FROM = 0.1;
/** A time that likely stands and an ending that is not unlikely are an appointment together. */
const STANDS_FROM = 0.4;
const NOT_UNLIKELY = 0.3;
/** A time that plainly stands is an appointment, unless another ending is plainer. */
const PLAINLY_STANDS_FROM = 0.7;
const PLAINER_FROM = 0.65;
const PROMISED_FROM = 0.4;
/** Both looks hold it for likeliest, and a plain no is not likely. */
const FACT_FROM = { first: 0.65, second: 0.5 };
const PLAIN_NO_BELOW = 0.3;
/** An opt-out wins over every other no. */
const isNo = new Set<OutcomeCode>(['not_interested', 'not_qualified']);
const OPT_OUT_BY_WORDS = 0.8;
/** Whatever else is likely, where it is said in so many words. */
const NOT_RULED_OUT = 0.15;
/** A sale that one line tells as well. */
const TOLD_SALE_FROM = 0.5;
const TELLS_FROM = 0.35;
/** `All right` to a time is no sale: where nobody buys in so many words it has to be as good as certain. */
const BARE_SALE_FROM = 0.9;
const BOUGHT_FROM = 0.3;
/** A sale that the agent says is paid. */
const PAID_SALE_FROM = 0.3;
/** Where the time is when the goods come. */
const DELIVERED_FROM = 0.2;
/** Fewer words of both are no conversation. */
const SPOKEN_WORDS = 8;
/** Of the words of whoever answered. */
const MACHINE_SHARE = 0.6;

/** How likely each ending is by what was done in the call, before its words are looked at. */
export function outcomeShares(
  conversation: Conversation,
  agreements: readonly Agreement[],
  endings: ReadonlyMap<Ending, LikelyEnding>,
): Map<OutcomeCode, number> {
  return weighOutcomes(model, outcomeFeatures(conversation, agreements, endings));
}

/**
 * How the call ended, from what was done and said in it; `unclear` where no ending is likely enough.
 * @param weights of the second look; the trained ones
 */
export function decideOutcome(
  conversation: Conversation,
  agreements: readonly Agreement[],
  weights?: ChoiceModel,
): Outcome {
  const likely = likelyOutcome(conversation, agreements, weights);
  const { probability, shown } = likely;
  const none = { probability, stretches: [], shown: null };
  if (likely.code === 'sale_made' && isBareSale(conversation, likely)) return { ...none, code: 'unclear' };
  if (likely.code !== 'appointment_set') return likely;
  const fixed = agreements.filter(({ kind }) => kind === 'appointment');
  const line = conversation.stretches[shown ?? -1];
  if (fixed.length === 0 && line !== undefined && promisesCall(line))
    return { ...none, code: 'callback_requested', stretches: [line.index], shown };
  if (fixed.length === 0 && line !== undefined && withdraws(line)) return insteadOf(conversation, line, none);
  const coming = comingLine(conversation);
  if (coming !== null)
    return fixed.length > 0 ? likely : { ...likely, stretches: [coming.index], shown: coming.index };
  const spoken = fixed.find((one) => onlySpeaks(conversation, one));
  if (spoken !== undefined)
    return { ...none, code: 'callback_requested', stretches: spoken.stretches.slice(-2) };
  const called = fixed.find((one) => callIsMeant(conversation, one));
  if (called === undefined) return likely;
  return callIsNamed(conversation, called)
    ? { ...none, code: 'callback_requested', stretches: called.stretches.slice(-2) }
    : { ...none, code: 'unclear' };
}

/** `All right, Wednesday is off. I'll phone you after month-end.` */
function insteadOf(
  { stretches }: Conversation,
  { index }: Stretch,
  none: Pick<Outcome, 'probability' | 'stretches' | 'shown'>,
): Outcome {
  const call = stretches.slice(index + 1, index + 1 + NEXT).find(promisesCall);
  return call === undefined
    ? { ...none, code: 'unclear' }
    : { ...none, code: 'callback_requested', stretches: [call.index], shown: call.index };
}
const NEXT = 3;

/** A sale that nothing done in the call bears out: three of the 107 that were right are told no more. */
function isBareSale(conversation: Conversation, { probability }: Outcome): boolean {
  return (
    probability < BARE_SALE_FROM &&
    conversation.stretches.every((one) => chance(one, 'buy') < BOUGHT_FROM) &&
    !saysPaid(conversation)
  );
}

function likelyOutcome(
  conversation: Conversation,
  agreements: readonly Agreement[],
  weights?: ChoiceModel,
): Outcome {
  const endings = likelyEndings(conversation);
  const ended = (code: OutcomeCode, probability: number): Outcome =>
    outcome(conversation, endings, code, probability, agreements);
  if (!wasSpoken(conversation)) return ended('no_conversation', 1);
  const first = outcomeShares(conversation, agreements, endings);
  const shares = lookAgain(first, spokenFeatures(conversation), weights);
  const [[likeliest, probability]] = [...shares].sort((a, b) => b[1] - a[1]) as [[Ending, number]];
  const isAskedOff = asksOffList(conversation) !== null || takesOffList(conversation) !== null;
  const optOut = shares.get('do_not_contact') ?? 0;
  const stands = agreements.reduce(
    (most, one) => (one.kind === 'appointment' ? Math.max(most, one.probability) : most),
    0,
  );
  const appointment = shares.get('appointment_set') ?? 0;
  // `I'll take the number off our list while you're on.`
  const isGranted = likeliest === 'do_not_contact' && grantsWish(conversation) !== null;
  const isSure = probability >= (isGranted ? COMMITS_FROM : (SURE_FROM[likeliest] ?? COMMITS_FROM));
  const isPlain = stands >= PLAINLY_STANDS_FROM && probability < PLAINER_FROM;
  const sale = shares.get('sale_made') ?? 0;
  const isSettled = likeliest === 'appointment_set' || likeliest === 'sale_made';
  if (isSettled && sale >= DELIVERED_FROM && isDelivery(conversation, agreements))
    return ended('sale_made', sale);
  if (isSure && !isPlain)
    return ended(
      isAskedOff && (isNo.has(likeliest) || optOut >= NOT_RULED_OUT)
        ? 'do_not_contact'
        : parted(conversation, likeliest, agreements),
      probability,
    );
  const isAppointment =
    isPlain ||
    (stands >= MAY_STAND_FROM && likeliest === 'appointment_set' && appointment >= APPOINTMENT_FROM) ||
    (stands >= STANDS_FROM && appointment >= NOT_UNLIKELY);
  if (isAppointment) return ended('appointment_set', appointment);
  if (sale >= PAID_SALE_FROM && saysPaid(conversation)) return ended('sale_made', sale);
  if (sale >= TOLD_SALE_FROM && (endings.get('sale_made')?.probability ?? 0) >= TELLS_FROM)
    return ended('sale_made', sale);
  const agreedOn = likeliestOfBoth(first, shares);
  const isFact =
    agreedOn === 'not_qualified' &&
    (first.get(agreedOn) ?? 0) >= FACT_FROM.first &&
    probability >= FACT_FROM.second &&
    (shares.get('not_interested') ?? 0) < PLAIN_NO_BELOW;
  const refused = refusal(shares);
  if (refused !== null) return ended(isAskedOff ? 'do_not_contact' : 'not_interested', refused);
  if (isAskedOff) return ended('do_not_contact', OPT_OUT_BY_WORDS);
  if (isFact) return ended('not_qualified', probability);
  const stranger = wrongNumber(shares);
  if (stranger !== null) return ended('wrong_number', stranger);
  return isMachineAlone(conversation) ? ended('no_conversation', 1) : ended('unclear', probability);
}

/** `First drop's the Monday after next`: the time at which what was bought is brought. */
function isDelivery({ stretches }: Conversation, agreements: readonly Agreement[]): boolean {
  const named = agreements.flatMap((one) => one.stretches);
  return named.some((index) => DELIVERY.test(stretches[index]?.text ?? ''));
}
const DELIVERY = /\bdeliver(?:s|y|ed|ies|ing)?\b|\bfirst drop\b|\bcourier\b/i;

function likeliestOfBoth(...looks: readonly ReadonlyMap<OutcomeCode, number>[]): OutcomeCode | null {
  const likeliest = looks.map(
    (shares) => [...shares].reduce((best, one) => (one[1] > best[1] ? one : best))[0],
  );
  return new Set(likeliest).size === 1 ? (likeliest[0] ?? null) : null;
}

/** A recording of nobody, or of a machine on which nothing was left. */
function wasSpoken({ stretches }: Conversation): boolean {
  const words = stretches.reduce((sum, stretch) => sum + stretch.words.length, 0);
  if (words < SPOKEN_WORDS) return false;
  const agent = stretches.filter(({ role }) => role === 'agent');
  const isMachine = stretches.some((stretch) => chance(stretch, 'machine') > 0.5);
  const agentWords = agent.reduce((sum, stretch) => sum + stretch.words.length, 0);
  return !isMachine || agentWords >= SPOKEN_WORDS;
}

/** Nobody but a machine answered, and no message is known to have been left on it. */
function isMachineAlone({ stretches }: Conversation): boolean {
  const contact = stretches.filter(({ role }) => role === 'contact');
  const words = (own: readonly Stretch[]) => own.reduce((sum, one) => sum + one.words.length, 0);
  const machine = contact.filter((one) => chance(one, 'machine') > 0.5);
  return words(contact) > 0 && words(machine) >= MACHINE_SHARE * words(contact);
}

/** What is left open parts by whether anybody is to do something. */
function parted(
  conversation: Conversation,
  code: OutcomeCode,
  agreements: readonly Agreement[],
): OutcomeCode {
  if (code !== 'next_step_agreed') return code;
  return promised(conversation) || agreements.length > 0 ? 'next_step_agreed' : 'no_next_step';
}

function promised({ stretches }: Conversation): boolean {
  return stretches.some((stretch) => chance(stretch, 'promise') > PROMISED_FROM);
}

function outcome(
  conversation: Conversation,
  endings: ReadonlyMap<Ending, LikelyEnding>,
  code: OutcomeCode,
  probability: number,
  agreements: readonly Agreement[],
): Outcome {
  const kind = code === 'appointment_set' ? 'appointment' : code === 'callback_requested' ? 'callback' : null;
  const agreed = agreements.findLast((agreement) => agreement.kind === kind);
  const shown = shownEnd(conversation, endings, code);
  const stretches = agreed?.stretches.slice(-2) ?? (shown === null ? [] : [shown]);
  return { code, probability, stretches, shown };
}
